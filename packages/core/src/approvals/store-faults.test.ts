import { fail } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { AskedCall } from '../calls/call.ts';
import type { PrincipalId } from '../ids.ts';
import type { ApprovalStore } from './approval.ts';

const boss = aPrincipal({ id: 'key:boss' as PrincipalId, name: 'boss' });

/** `before`: nothing was done. `after`: it was done, and nobody heard of it. */
type Fault = 'before' | 'after';

/** From now on the nth use of the store fails. Says how often it was used. */
function breakAt(store: ApprovalStore, nth: number, fault: Fault): () => number {
  let uses = 0;
  const methods = store as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  for (const [name, real] of Object.entries(methods))
    methods[name] = async (...given) => {
      uses += 1;
      const isNow = uses === nth;
      if (isNow && fault === 'before') throw fail('STORE_UNAVAILABLE', { reason: 'planted' });
      const answer = await real(...given);
      if (isNow) throw new Error('the answer was lost');
      return answer;
    };
  return () => uses;
}

/** One call, its decision and a second try of the caller; then all the time that it could take. */
async function play(whenAsked: AskedCall['whenAsked'], approved: boolean, broken: [number, Fault]) {
  const hub = createSmallHub({
    judge: () => ({ decision: 'ask', policy: undefined, reason: 'A rule asks.' }),
    pollMs: 1_000,
  });
  const { upstream } = await hub.addServer('files', ['write']);
  const whole = { ...hub.approvalStore };
  const uses = breakAt(hub.approvalStore, ...broken);
  const asked = { principal: aPrincipal(), via: 'rest', name: 'files.write', arguments: { a: 1 } } as const;
  const ends: string[] = [];
  const call = (id: string) =>
    hub.callTool({ id, whenAsked, ...asked }).then(
      () => ends.push('ok'),
      () => ends.push('refused'),
    );
  const decideAll = async () => {
    await settle();
    for (const { id } of hub.asked) await hub.decide(id, { approved }, boss).catch(() => {});
    await hub.time.pass(1_000);
  };
  void call('c1');
  await decideAll();
  void call('c2');
  await decideAll();
  await hub.time.pass(700_000);
  const sent = upstream.asked.filter((method) => method === 'tools/call').length;
  const used = (await whole.list({ limit: 100 })).filter(({ status }) => status === 'USED');
  return { sent, used: used.length, ends, uses: uses() };
}

it('a question of which its caller never heard is not left behind', async () => {
  const hub = createSmallHub({
    judge: () => ({ decision: 'ask', policy: undefined, reason: 'A rule asks.' }),
  });
  await hub.addServer('files', ['write']);
  const whole = { ...hub.approvalStore };
  breakAt(hub.approvalStore, 2, 'after');
  const asked = { id: 'c1', principal: aPrincipal(), via: 'rest', name: 'files.write' } as const;
  const calling = hub.callTool({ ...asked, whenAsked: 'keep', arguments: {} });
  await expect(calling).rejects.toThrow('the answer was lost');
  await settle();
  expect(await whole.list({ limit: 10 })).toMatchObject([{ status: 'WITHDRAWN' }]);
});

describe.each(['hold', 'keep', 'tell'] as const)('a store that fails once, in a call to %s', (whenAsked) => {
  it.each(['before', 'after'] as const)('%s it does what it should, at whatever moment', async (fault) => {
    for (let nth = 1, uses = nth; nth <= uses; nth += 1) {
      const allowed = await play(whenAsked, true, [nth, fault]);
      const about = `use ${String(nth)}: ${JSON.stringify(allowed)}`;
      expect(allowed.ends, about).toHaveLength(2);
      expect(allowed.sent, about).toBeLessThanOrEqual(allowed.used);
      expect(allowed.ends.filter((end) => end === 'ok').length, about).toBe(allowed.sent);
      const denied = await play(whenAsked, false, [nth, fault]);
      expect([denied.sent, denied.ends], about).toEqual([0, ['refused', 'refused']]);
      ({ uses } = allowed);
    }
  });
});
