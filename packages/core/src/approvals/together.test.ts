import type { Json, ToolResult } from '@patchbay/contracts';
import { aPrincipal, createManualTime, createSmallHub, createTestMasking, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { AskedCall } from '../calls/call.ts';
import { CallCancellation } from '../calls/cancellation.ts';
import type { PrincipalId } from '../ids.ts';

const boss = aPrincipal({ id: 'key:boss' as PrincipalId, name: 'boss' });
const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] });
const keep = { whenAsked: 'keep' } as const;
const tell = { whenAsked: 'tell' } as const;

async function setup(options: Parameters<typeof createSmallHub>[0] = {}) {
  const hub = createSmallHub({
    judge: () => ({ decision: 'ask', policy: undefined, reason: 'A rule asks.' }),
    ...options,
  });
  const server = await hub.addServer('files', ['write']);
  const call = (args: Json, others: Partial<AskedCall> = {}) => {
    const asked = { id: 'c1', principal: aPrincipal(), via: 'rest', name: 'files.write' } as const;
    const calling = hub.callTool({ ...asked, arguments: args, ...others });
    calling.catch(() => {});
    return calling;
  };
  const sent = (): number => server.upstream.asked.filter((method) => method === 'tools/call').length;
  return { ...hub, ...server, call, sent };
}

describe('the answer of a kept call', () => {
  it('is kept as anybody else would get it: masked, and cut', async () => {
    const masking = createTestMasking({ secrets: ['hunter2-hunter2'] });
    const { call, decide, firstAsked, upstream, approvalStore } = await setup({
      masking,
      maxOutputChars: 100,
    });
    upstream.onCall = () => ({ result: text(`hunter2-hunter2 ${'x'.repeat(1_000)}`) });
    const kept = call({}, keep);
    await settle();
    await decide(firstAsked().id, { approved: true }, boss);
    const shown = await kept;
    await settle();
    const { result } = (await approvalStore.find(firstAsked().id)) ?? {};
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(result).toEqual(shown);
  });
});

describe('two callers of the same call', () => {
  it('who come in the same moment both hear of the decision, and one of them runs', async () => {
    const { call, decide, firstAsked, sent } = await setup();
    await call({}, tell).catch(() => {});
    const both = [call({}), call({}, { id: 'c2' })];
    await settle();
    await decide(firstAsked().id, { approved: true }, boss);
    const ends = await Promise.race([Promise.allSettled(both), settle().then(() => 'one hangs')]);
    expect(ends).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }]);
    expect(sent()).toBe(1);
  });

  it('share a question: it stays while one of them waits', async () => {
    const { call, firstAsked, approvalStore } = await setup();
    await call({}, tell).catch(() => {});
    const signal = new CallCancellation();
    const both = [call({}, { signal }), call({}, { id: 'c2' })];
    await settle();
    signal.abort();
    await expect(both[0]).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await settle();
    expect(await approvalStore.find(firstAsked().id)).toMatchObject({ status: 'PENDING' });
  });
});

describe('a call that the hub is to keep', () => {
  it('asks a question of its own, so that its answer is kept', async () => {
    const { call, asked, decide, approvalStore } = await setup();
    await call({}, tell).catch(() => {});
    void call({}, keep);
    await settle();
    expect(asked.map(({ isKept }) => isKept)).toEqual([false, true]);
    const [, { id } = { id: '' as never }] = asked;
    await decide(id, { approved: true }, boss);
    await settle();
    expect(await approvalStore.find(id)).toMatchObject({ status: 'USED', result: text('{}') });
  });

  it('asks nothing when its caller went away before it was asked', async () => {
    const { call, firstAsked, approvalStore } = await setup();
    const signal = new CallCancellation();
    const kept = call({}, { ...keep, signal });
    signal.abort();
    await expect(kept).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await settle();
    expect(await approvalStore.find(firstAsked().id)).toMatchObject({ status: 'WITHDRAWN' });
  });
});

describe('a question whose time is over', () => {
  it.each([
    ['a moment behind', 1],
    ['set back by an hour', 3_600_000],
  ])('ends for its caller also when the clock is %s', async (_, lateMs) => {
    const start = createManualTime().clock.now().getTime();
    let [now, lagMs] = [(): number => start, 0];
    const { call, firstAsked, time, approvalStore } = await setup({
      clock: { now: () => new Date(now() - lagMs) },
    });
    now = () => time.clock.now().getTime();
    const calling = call({});
    await settle();
    lagMs = lateMs;
    await time.pass(300_000);
    const end = await Promise.race([calling.catch((error: unknown) => error), settle()]);
    expect(end).toMatchObject({ code: 'CALL_DENIED', data: { reason: 'Nobody decided in time.' } });
    expect(await approvalStore.find(firstAsked().id)).toMatchObject({ status: 'EXPIRED' });
  });
});

describe('a question that is gone', () => {
  it('ends the call that waits for it', async () => {
    const { call, firstAsked, approvalStore, time } = await setup({ pollMs: 1_000 });
    const calling = call({});
    await settle();
    await approvalStore.move({ ...firstAsked(), status: 'WITHDRAWN' }, 'PENDING');
    await approvalStore.forget(new Date(firstAsked().askedAt.getTime() + 1));
    await time.pass(1_000);
    const end = await Promise.race([calling.catch((error: unknown) => error), settle()]);
    expect(end).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
  });
});

it('a call that is given up while it waits says in the audit what it waited for', async () => {
  const { call, firstAsked, records } = await setup();
  const signal = new CallCancellation();
  const calling = call({}, { signal });
  await settle();
  signal.abort();
  await calling.catch(() => {});
  expect(records.at(-1)?.trail.approval).toBe(firstAsked().id);
});

it('an approval is for one sending, also where the owner of the server wants lost calls repeated', async () => {
  const { call, decide, firstAsked, upstream, supervisor, server, sent } = await setup();
  const settings = { ...server.settings, retry: { ambiguous: 'always' as const } };
  await supervisor.redefine({ ...server, settings }, false);
  upstream.onCall = () => (upstream.kill(), new Promise(() => {}));
  const calling = call({});
  await settle();
  await decide(firstAsked().id, { approved: true }, boss);
  await expect(calling).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  expect(sent()).toBe(1);
});

it('what an approver changes is checked no more strictly than what a caller sends', async () => {
  const { call, decide, firstAsked, supervisor, server, upstream, catalog } = await setup();
  const inputSchema = { type: 'object', properties: { n: { type: 'number' } } };
  upstream.tools = [{ name: 'write', inputSchema }];
  const settings = { ...server.settings, checkArguments: false };
  await supervisor.redefine({ ...server, settings }, false);
  await catalog.sync(server, await supervisor.ensure());
  const calling = call({ n: 'one' });
  await settle();
  await decide(firstAsked().id, { approved: true, arguments: { n: 'two' } }, boss);
  expect(await calling).toEqual(text('{"n":"two"}'));
});
