import type { Json } from '@patchbay/contracts';
import { aLimitRule, aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { PrincipalId } from '../ids.ts';
import type { LimitRule } from '../limits/limit-rule.ts';
import type { Verdict } from '../policies/verdict.ts';

const boss = aPrincipal({ id: 'key:boss' as PrincipalId });
const verdicts: Record<Verdict['decision'], Verdict> = {
  allow: { decision: 'allow', policy: undefined, reason: '' },
  deny: { decision: 'deny', policy: undefined, reason: 'No.' },
  ask: { decision: 'ask', policy: undefined, reason: 'A rule asks.' },
};

async function setup(rule: Partial<LimitRule>, options: Parameters<typeof createSmallHub>[0] = {}) {
  const rules = { says: verdicts.allow };
  const hub = createSmallHub({
    limitRules: [aLimitRule({ ...rule, name: 'few' })],
    judge: () => rules.says,
    ...options,
  });
  const server = await hub.addServer('a', ['echo']);
  let calls = 0;
  const call = (args: Json = {}) => {
    calls += 1;
    const asked = {
      id: String(calls),
      principal: aPrincipal(),
      via: 'rest',
      name: 'a.echo',
      arguments: args,
    } as const;
    return hub.callTool(asked).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
  };
  return { ...hub, ...server, rules, call };
}

describe('a call that a limit refuses', () => {
  it('is told which one, how much it allows and when to come again, and is not sent', async () => {
    const { call, callTool, records, upstream } = await setup({ ratePerMinute: 1 });
    expect(await call()).toBe('ok');
    const asked = { id: 'x', principal: aPrincipal(), via: 'rest', name: 'a.echo', arguments: {} } as const;
    await expect(callTool(asked)).rejects.toMatchObject({
      code: 'CALL_LIMITED',
      status: 429,
      message: 'The limit "few" allows 1 call a minute. Try again in 60 s.',
      data: { serverId: 'a', tool: 'echo', retryAfterMs: 60_000 },
    });
    expect(records.at(-1)).toMatchObject({ outcome: 'CALL_LIMITED', trail: { limit: 'few' } });
    expect(upstream.asked.filter((method) => method === 'tools/call')).toHaveLength(1);
  });

  it('works again when it should', async () => {
    const { call, time } = await setup({ ratePerMinute: 1 });
    expect([await call(), await call()]).toEqual(['ok', 'CALL_LIMITED']);
    await time.pass(60_000);
    expect(await call()).toBe('ok');
  });

  it('is no longer refused when one that ran has ended, well or not', async () => {
    const { call, upstream } = await setup({ concurrent: 1 });
    const answer = Promise.withResolvers<void>();
    upstream.onCall = () => answer.promise.then(() => ({ error: { code: 1, message: 'no' } }));
    const running = call();
    await settle();
    expect(await call()).toBe('CALL_LIMITED');
    answer.resolve();
    expect(await running).toBe('CALL_REFUSED');
    expect(await call()).toBe('CALL_REFUSED');
  });
});

describe('a call that is refused otherwise', () => {
  it('by a policy, or for its arguments, uses nothing up', async () => {
    const { call, rules, upstream, supervisor, server, catalog } = await setup({
      perDay: 1,
      ratePerMinute: 1,
    });
    upstream.tools = [{ name: 'echo', inputSchema: { type: 'object', required: ['message'] } }];
    await catalog.sync(server, await supervisor.ensure());
    rules.says = verdicts.deny;
    expect([await call({ message: '' }), await call({ message: '' })]).toEqual([
      'CALL_DENIED',
      'CALL_DENIED',
    ]);
    rules.says = verdicts.allow;
    expect([await call(), await call()]).toEqual(['ARGUMENTS_INVALID', 'ARGUMENTS_INVALID']);
    expect([await call({ message: '' }), await call({ message: '' })]).toEqual(['ok', 'CALL_LIMITED']);
  });

  it('because its server cannot take it does not count against the day', async () => {
    const { call, supervisor } = await setup({ perDay: 1 });
    await supervisor.disable();
    expect([await call(), await call()]).toEqual(['SERVER_UNAVAILABLE', 'SERVER_UNAVAILABLE']);
    supervisor.enable();
    await supervisor.connect();
    expect([await call(), await call()]).toEqual(['ok', 'CALL_LIMITED']);
  });

  it('because its server cannot be reached does not count against the day', async () => {
    const { call, upstream, supervisor } = await setup({ perDay: 1 });
    upstream.door = 'closed';
    upstream.kill();
    await settle();
    expect(await call()).toBe('MCP_CONNECTION_FAILED');
    upstream.door = 'open';
    await supervisor.connect();
    expect([await call(), await call()]).toEqual(['ok', 'CALL_LIMITED']);
  });

  it('because nobody could tell of it later does not count against the day', async () => {
    let isAuditOpen = false;
    const { call } = await setup({ perDay: 1 }, { isAuditOpen: () => isAuditOpen });
    expect(await call()).toBe('AUDIT_UNAVAILABLE');
    isAuditOpen = true;
    expect([await call(), await call()]).toEqual(['ok', 'CALL_LIMITED']);
  });

  it('by its own tool counts', async () => {
    const { call, upstream } = await setup({ perDay: 1 });
    upstream.onCall = () => ({ error: { code: 1, message: 'no' } });
    expect([await call(), await call()]).toEqual(['CALL_REFUSED', 'CALL_LIMITED']);
  });
});

describe('a call about which somebody is asked', () => {
  it('is not asked about when a limit would refuse it', async () => {
    const { call, rules, asked } = await setup({ perDay: 1 });
    await call();
    rules.says = verdicts.ask;
    expect(await call()).toBe('CALL_LIMITED');
    expect(asked).toEqual([]);
  });

  it('takes no place and no part of the day while it waits, nor when the answer is no', async () => {
    const { call, rules, decide, firstAsked } = await setup({ concurrent: 1, perDay: 1 });
    rules.says = verdicts.ask;
    const waiting = call();
    await settle();
    await decide(firstAsked().id, { approved: false }, boss);
    expect(await waiting).toBe('CALL_DENIED');
    rules.says = verdicts.allow;
    expect([await call(), await call()]).toEqual(['ok', 'CALL_LIMITED']);
  });

  it('counts when it runs', async () => {
    const { call, rules, decide, firstAsked } = await setup({ perDay: 1 });
    rules.says = verdicts.ask;
    const waiting = call();
    await settle();
    await decide(firstAsked().id, { approved: true }, boss);
    expect(await waiting).toBe('ok');
    rules.says = verdicts.allow;
    expect(await call()).toBe('CALL_LIMITED');
  });
});
