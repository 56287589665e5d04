import { type Json, type ToolResult } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { AskedCall } from '../calls/call.ts';
import { CallCancellation } from '../calls/cancellation.ts';
import type { PrincipalId } from '../ids.ts';
import type { Verdict } from '../policies/verdict.ts';

const ask: Verdict = { decision: 'ask', policy: undefined, reason: 'A rule asks.' };
const boss = aPrincipal({ id: 'key:boss' as PrincipalId, name: 'boss' });

async function setup(options: Parameters<typeof createSmallHub>[0] = {}) {
  const hub = createSmallHub({ judge: () => ask, ...options });
  const server = await hub.addServer('files', ['write', 'read']);
  let calls = 0;
  const call = (args: Json = { path: 'a' }, others: Partial<AskedCall> = {}) => {
    calls += 1;
    const id = `call-${String(calls)}`;
    const asked = { id, principal: aPrincipal(), via: 'run', name: 'files.write', arguments: args } as const;
    const ending = hub.callTool({ ...asked, ...others });
    ending.catch(() => {});
    return ending;
  };
  const sent = (): number => server.upstream.asked.filter((method) => method === 'tools/call').length;
  const newest = () => {
    const approval = hub.asked.at(-1);
    if (!approval) throw new Error('nothing was asked');
    return approval;
  };
  return { ...hub, ...server, call, sent, newest };
}

const denied = (reason: string) => ({ code: 'CALL_DENIED', data: { reason } });
const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] });

describe('a call about which somebody must be asked', () => {
  it('waits, and runs once it is approved [B-33]', async () => {
    const { call, sent, newest, decide, records, approvalStore } = await setup();
    const calling = call({ path: 'a' });
    await settle();
    expect(sent()).toBe(0);
    expect(newest()).toMatchObject({
      status: 'PENDING',
      reason: 'A rule asks.',
      args: { text: '{"path":"a"}' },
    });
    await decide(newest().id, { approved: true }, boss);
    expect(await calling).toEqual(text('{"path":"a"}'));
    expect(sent()).toBe(1);
    expect(records.at(-1)?.trail.approval).toBe(newest().id);
    await settle();
    expect(await approvalStore.find(newest().id)).toMatchObject({ status: 'USED', outcome: 'ok' });
  });

  it('is refused with the reason that was given [B-33]', async () => {
    const { call, sent, newest, decide } = await setup();
    const calling = call();
    await settle();
    await decide(newest().id, { approved: false, reason: 'not on a Friday' }, boss);
    await expect(calling).rejects.toMatchObject(denied('boss rejected it: not on a Friday'));
    expect(sent()).toBe(0);
  });

  it('is refused when nobody decides in time', async () => {
    const { call, sent, newest, decide, time } = await setup();
    const calling = call();
    await time.pass(300_000);
    await expect(calling).rejects.toMatchObject(denied('Nobody decided in time.'));
    await expect(decide(newest().id, { approved: true }, boss)).rejects.toMatchObject({
      code: 'APPROVAL_EXPIRED',
    });
    expect(sent()).toBe(0);
  });

  it('does not lose the time it waited from the time its tool has', async () => {
    const { call, newest, decide, time, upstream } = await setup();
    const asks: number[] = [];
    upstream.onCall = (_, { timeoutMs }) => (asks.push(timeoutMs), { result: text('done') });
    const calling = call();
    await time.pass(200_000);
    await decide(newest().id, { approved: true }, boss);
    await calling;
    expect(asks).toEqual([60_000]);
  });

  it('runs with the arguments as they were edited, and with nothing else that the caller sent', async () => {
    const { call, newest, decide, upstream } = await setup();
    const seen: unknown[] = [];
    upstream.onCall = (params) => (seen.push(params), { result: text('done') });
    const calling = call({ path: '/etc/passwd' }, { meta: { hidden: 'more' } });
    await settle();
    const approved = await decide(newest().id, { approved: true, arguments: { path: '/tmp/x' } }, boss);
    expect(approved.args.text).toBe('{"path":"/tmp/x"}');
    await calling;
    expect(seen).toEqual([{ name: 'write', arguments: { path: '/tmp/x' } }]);
  });

  it('is refused at once when too many wait', async () => {
    const { call, asked, sent } = await setup({ maxPending: 1 });
    void call({ path: 'a' });
    await settle();
    await expect(call({ path: 'b' })).rejects.toMatchObject({ code: 'CALL_DENIED' });
    expect([asked.length, sent()]).toEqual([1, 0]);
  });

  it('takes its question back when its caller goes away', async () => {
    const { call, newest, decide, approvalStore } = await setup();
    const signal = new CallCancellation();
    const calling = call({}, { signal });
    await settle();
    signal.abort();
    await expect(calling).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await settle();
    expect((await approvalStore.find(newest().id))?.status).toBe('WITHDRAWN');
    await expect(decide(newest().id, { approved: true }, boss)).rejects.toMatchObject({
      code: 'APPROVAL_DECIDED',
    });
  });

  it('is told when the hub stops, and its question stays', async () => {
    const { call, newest, approvals, approvalStore } = await setup();
    const calling = call();
    await settle();
    approvals.close();
    await expect(calling).rejects.toMatchObject({ code: 'HUB_STOPPING' });
    await settle();
    expect((await approvalStore.find(newest().id))?.status).toBe('PENDING');
  });

  it('ends what is overdue to the last one, however few the store takes at once', async () => {
    const { call, approvals, approvalStore, time } = await setup();
    for (const n of [1, 2, 3]) await call({ n }, { whenAsked: 'tell' }).catch(() => {});
    await time.pass(300_000);
    const due = [...(await approvalStore.list({ limit: 10 }))];
    approvalStore.expire = async () => due.splice(0, 2);
    await approvals.expire();
    expect(due).toEqual([]);
  });

  it('hears of a decision that was made elsewhere', async () => {
    const { call, newest, approvalStore, time } = await setup({ pollMs: 1_000 });
    const calling = call();
    await settle();
    await approvalStore.move({ ...newest(), status: 'APPROVED' }, 'PENDING');
    await time.pass(1_000);
    expect(await calling).toEqual(text('{"path":"a"}'));
  });
});

describe('one approval', () => {
  it('is one call: the same call again is asked about again', async () => {
    const { call, asked, decide, newest, sent } = await setup();
    const first = call();
    await settle();
    await decide(newest().id, { approved: true }, boss);
    await first;
    void call();
    await settle();
    expect([asked.length, sent()]).toEqual([2, 1]);
  });

  it('of two calls at once belongs to one of them', async () => {
    const { call, asked, sent, decide, firstAsked } = await setup();
    const calls = [call()];
    await settle();
    calls.push(call());
    await settle();
    expect(asked).toHaveLength(2);
    await decide(firstAsked().id, { approved: true }, boss);
    await Promise.race(calls);
    await settle();
    expect(sent()).toBe(1);
  });

  it('is not used up by a server that is left alone', async () => {
    const { call, newest, decide, upstream, approvalStore, sent } = await setup();
    upstream.onCall = () => Promise.reject(new Error('never asked'));
    const calling = call();
    await settle();
    upstream.door = 'closed';
    upstream.kill();
    await settle();
    await decide(newest().id, { approved: true }, boss);
    await expect(calling).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    expect((await approvalStore.find(newest().id))?.status).toBe('APPROVED');
    expect(sent()).toBe(0);
  });

  it('is used up by a call of which nobody knows whether it ran', async () => {
    const { call, newest, decide, upstream, approvalStore, sent } = await setup();
    upstream.onCall = () => (upstream.kill(), new Promise(() => {}));
    const calling = call();
    await settle();
    await decide(newest().id, { approved: true }, boss);
    await expect(calling).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await settle();
    expect(await approvalStore.find(newest().id)).toMatchObject({
      status: 'USED',
      outcome: 'OUTCOME_UNKNOWN',
    });
    expect(sent()).toBe(1);
  });
});
