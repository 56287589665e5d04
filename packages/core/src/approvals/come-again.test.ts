import type { Json, ToolResult } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { AskedCall } from '../calls/call.ts';
import type { PrincipalId } from '../ids.ts';

const boss = aPrincipal({ id: 'key:boss' as PrincipalId, name: 'boss' });
const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] });

async function setup() {
  const hub = createSmallHub({
    judge: () => ({ decision: 'ask', policy: undefined, reason: 'A rule asks.' }),
  });
  const server = await hub.addServer('files', ['write']);
  const call = (args: Json, others: Partial<AskedCall> = {}) =>
    hub.callTool({
      id: 'c1',
      principal: aPrincipal(),
      via: 'mcp',
      name: 'files.write',
      whenAsked: 'tell',
      arguments: args,
      ...others,
    });
  const sent = (): number => server.upstream.asked.filter((method) => method === 'tools/call').length;
  return { ...hub, ...server, call, sent };
}

describe('a caller who is told to come again', () => {
  it('hears what the call waits for, and runs it with the same call once that is given', async () => {
    const { call, sent, decide, firstAsked, asked } = await setup();
    await expect(call({ b: 1, a: 2 })).rejects.toMatchObject({
      code: 'APPROVAL_PENDING',
      data: { serverId: 'files', tool: 'write' },
    });
    await expect(call({ a: 2, b: 1 })).rejects.toMatchObject({ data: { approvalId: firstAsked().id } });
    await decide(firstAsked().id, { approved: true }, boss);
    expect(await call({ a: 2, b: 1 })).toEqual(text('{"b":1,"a":2}'));
    await expect(call({ a: 2, b: 1 })).rejects.toMatchObject({ code: 'APPROVAL_PENDING' });
    expect([sent(), asked.length]).toEqual([1, 2]);
  });

  it('hears of a refusal, for as long as the question would have waited', async () => {
    const { call, decide, firstAsked, time, asked } = await setup();
    await call({}).catch(() => {});
    await decide(firstAsked().id, { approved: false, reason: 'no' }, boss);
    const refused = { code: 'CALL_DENIED', data: { reason: 'boss rejected it: no' } };
    await expect(call({})).rejects.toMatchObject(refused);
    await expect(call({})).rejects.toMatchObject(refused);
    await time.pass(300_000);
    await expect(call({})).rejects.toMatchObject({ code: 'APPROVAL_PENDING' });
    expect(asked).toHaveLength(2);
  });

  const strangers: readonly [string, Partial<AskedCall>][] = [
    ['somebody else', { principal: aPrincipal({ id: 'key:other' as PrincipalId }) }],
    ['other arguments', { arguments: { a: 3 } }],
  ];
  it.each(strangers)('does not share the approval with %s', async (_, others) => {
    const { call, decide, firstAsked, sent } = await setup();
    await call({ a: 2 }).catch(() => {});
    await decide(firstAsked().id, { approved: true }, boss);
    await expect(call({ a: 2 }, others)).rejects.toMatchObject({ code: 'APPROVAL_PENDING' });
    expect(sent()).toBe(0);
  });

  it('shares no question with the call of a run, which finds its own by its id', async () => {
    const { call, decide, firstAsked, sent, asked } = await setup();
    const ofRun = { via: 'run', id: 'run.1.1' } as const;
    await call({ a: 2 }, ofRun).catch(() => {});
    await decide(firstAsked().id, { approved: true }, boss);
    await expect(call({ a: 2 })).rejects.toMatchObject({ code: 'APPROVAL_PENDING' });
    await expect(call({ a: 2 }, { ...ofRun, id: 'run.1.2' })).rejects.toMatchObject({
      code: 'APPROVAL_PENDING',
    });
    expect([sent(), asked.length]).toEqual([0, 3]);
    expect(await call({ a: 2 }, ofRun)).toEqual(text('{"a":2}'));
  });

  it('must come in time', async () => {
    const { call, decide, firstAsked, sent, time } = await setup();
    await call({}).catch(() => {});
    await decide(firstAsked().id, { approved: true }, boss);
    await time.pass(300_000);
    await expect(call({})).rejects.toMatchObject({ code: 'APPROVAL_PENDING' });
    expect(sent()).toBe(0);
  });
});

describe('a call that the hub keeps', () => {
  const keep = { whenAsked: 'keep' } as const;

  it('goes on where it was after a restart, and its answer is kept', async () => {
    const before = await setup();
    const stopped = before.call({ a: 1 }, keep);
    await settle();
    before.approvals.close();
    await expect(stopped).rejects.toMatchObject({ code: 'HUB_STOPPING' });
    const { id } = before.firstAsked();
    const { call, approvalStore, decide, asked, sent } = await setup();
    await approvalStore.add(before.firstAsked(), 1);
    const resumed = call({ a: 1 }, { ...keep, resumes: id });
    await settle();
    await decide(id, { approved: true }, boss);
    expect(await resumed).toEqual(text('{"a":1}'));
    await settle();
    expect(await approvalStore.find(id)).toMatchObject({ status: 'USED', result: text('{"a":1}') });
    expect([asked.length, sent(), before.sent()]).toEqual([0, 1, 0]);
  });

  it('is never begun a second time', async () => {
    const { call, decide, firstAsked, sent } = await setup();
    const kept = call({}, keep);
    await settle();
    await decide(firstAsked().id, { approved: true }, boss);
    await kept;
    await expect(call({}, { ...keep, resumes: firstAsked().id })).rejects.toMatchObject({
      code: 'APPROVAL_DECIDED',
    });
    expect(sent()).toBe(1);
  });

  it('that could not be sent says so, and its approval is void', async () => {
    const { call, decide, firstAsked, upstream, approvalStore } = await setup();
    const kept = call({}, keep).catch(() => {});
    await settle();
    upstream.door = 'closed';
    upstream.kill();
    await settle();
    await decide(firstAsked().id, { approved: true }, boss);
    await kept;
    await settle();
    expect(await approvalStore.find(firstAsked().id)).toMatchObject({
      status: 'WITHDRAWN',
      outcome: 'MCP_CONNECTION_FAILED',
    });
  });
});
