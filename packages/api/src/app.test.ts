import { defineRoute, fail, routes, type Route } from '@patchbay/contracts';
import { aPrincipal, createManualClock, createRecordingLog } from '@patchbay/testkit';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createApi, type ApiDeps, type Served } from './app.ts';
import type { Handlers } from './handler.ts';

/** An API whose handlers only say that they were reached. */
function setup(overrides: Partial<ApiDeps> = {}) {
  const reached: string[] = [];
  const served: Served[] = [];
  const log = createRecordingLog();
  const stub = (name: string) => () => (reached.push(name), new Response(name));
  const handlers = Object.fromEntries(
    Object.keys(routes).map((name) => [name, stub(name)]),
  ) as unknown as Handlers;
  const api = createApi({
    handlers,
    authenticate: async (credential) => (credential === 'good' ? aPrincipal() : undefined),
    authenticateSession: async () => undefined,
    clock: createManualClock(),
    log,
    onServed: (one) => void served.push(one),
    ...overrides,
  });
  const ask = (path: string, init: RequestInit = {}) =>
    api.request(path, { ...init, headers: { Authorization: 'Bearer good', ...(init.headers as object) } });
  return { api, ask, reached, served, log };
}

describe('the router', () => {
  it('has the routes of contracts and no other', () => {
    const { api } = setup();
    const mounted = api.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`);
    const wanted = Object.values<Route>(routes).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    expect(mounted.sort()).toEqual(wanted.sort());
  });

  it('takes no route without a policy, and no table of handlers with a gap', () => {
    expectTypeOf<Omit<Route, 'access'>>().not.toExtend<Route>();
    expectTypeOf(defineRoute).parameter(0).toHaveProperty('access');
    expectTypeOf<Omit<Handlers, 'listKeys'>>().not.toExtend<Handlers>();
  });
});

describe('a request', () => {
  it('reaches the handler of its route', async () => {
    const { ask, reached } = setup();
    await ask('/api/keys/k1', { method: 'DELETE' });
    expect(reached).toEqual(['revokeKey']);
  });

  it('reaches no handler when the one who checks credentials fails', async () => {
    const { ask, reached, log } = setup({ authenticate: () => Promise.reject(new Error('store is down')) });
    const guarded = Object.values<Route>(routes).filter(({ access }) => access !== 'open');
    const answers = [];
    for (const { path, method } of guarded) answers.push(await ask(path, { method }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
    expect(reached).toEqual([]);
    expect(log.lines.map(({ event }) => event)).toContain('request.failed');
  });

  it('is measured by its route, never by the path that was sent', async () => {
    const { ask, served } = setup();
    await ask('/api/keys/some-id', { method: 'DELETE' });
    await ask('/api/nothing/like/this');
    expect(served.map(({ route, status }) => [route?.path, status])).toEqual([
      ['/api/keys/{id}', 200],
      [undefined, 404],
    ]);
  });

  it('that fails for a reason of ours says nothing about it, but the log does', async () => {
    const failing = { health: () => Promise.reject(new Error('secret detail')) } as unknown as Handlers;
    const { ask, log } = setup({ handlers: failing });
    const answer = await ask('/health');
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      error: 'UNEXPECTED',
      message: 'Something went wrong inside Patchbay.',
    });
    expect(log.lines).toMatchObject([{ level: 'error', event: 'request.failed' }]);
  });

  it('with a bad body is told every field that is wrong', async () => {
    const { ask, reached } = setup();
    const body = JSON.stringify({ name: '', roles: ['king'], extra: 1 });
    const answer = await ask('/api/keys', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    const { details } = (await answer.json()) as { details: { problems: { path: string }[] } };
    expect(details.problems.map(({ path }) => path)).toEqual(['name', 'roles[0]', 'extra']);
    expect(reached).toEqual([]);
  });

  it.each([
    ['STORE_UNAVAILABLE', '1'],
    ['STORE_UNCERTAIN', null], // it may have happened: nobody should do it again by itself
  ] as const)('that fails with %s is told when to come back: %s', async (code, seconds) => {
    const failing = { health: () => Promise.reject(fail(code, { reason: 'x' })) } as unknown as Handlers;
    const { ask } = setup({ handlers: failing });
    const { status, headers } = await ask('/health');
    expect([status, headers.get('retry-after')]).toEqual([503, seconds]);
  });

  it('without a good credential is told which kind is wanted', async () => {
    const { ask } = setup();
    const { headers } = await ask('/api/keys', { headers: { Authorization: 'Bearer bad' } });
    expect(headers.get('www-authenticate')).toBe('Bearer realm="patchbay"');
  });
});
