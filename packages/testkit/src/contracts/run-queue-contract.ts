import type {
  Approval,
  ApprovalId,
  ApprovalStore,
  Run,
  RunId,
  RunList,
  RunQueue,
  RunStep,
  RunStore,
} from '@patchbay/core';
import { describe, expect, it } from 'vitest';
import { anApproval, aPrincipal } from '../builders.ts';
import { aRun, someEquipment } from '../run-builders.ts';
import { describePort, type Opened } from './describe-port.ts';

export interface RunsAndApprovals {
  readonly runs: RunStore & RunQueue & RunList;
  readonly approvals: Pick<ApprovalStore, 'add' | 'move'>;
}

const start = new Date('2026-01-01T00:00:00.000Z');
const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
const lease = (worker: string, seconds = 0) => ({ worker, now: at(seconds), until: at(seconds + 30) });

const named = (id: string, overrides: Partial<Omit<Run, 'agent' | 'id'>> = {}): Run =>
  aRun({ ...overrides, id: id as RunId });

const prepared: RunStep = { kind: 'prepared', equipment: someEquipment(), at: start };
const waits = (callId: string, approval: string): RunStep => ({
  kind: 'waits',
  callId,
  question: { id: approval as ApprovalId, server: 's', tool: 't', args: {}, expiresAt: '' },
  at: start,
});
const plain = (kind: 'suspended' | 'resumed'): RunStep => ({ kind, at: start });
const result = (callId: string): RunStep => ({ kind: 'result', callId, result: { content: [] }, at: start });
const ended = (seconds = 0): RunStep => ({
  kind: 'ended',
  end: { status: 'SUCCEEDED', reason: 'answered', answer: 'yes' },
  at: at(seconds),
});

/** What any RunQueue and RunList must do. */
export function describeRunQueue(name: string, open: () => Promise<Opened<RunsAndApprovals>>): void {
  describePort(`RunQueue on ${name}`, open, (port) => {
    const runs = () => port().runs;
    const decide = (approval: Approval, status: Approval['status']) =>
      port().approvals.move({ ...approval, status }, 'PENDING');

    describe('a queue', () => {
      it('gives what was asked for first, and each to one', async () => {
        await runs().add(named('b', { createdAt: at(2) }));
        await runs().add(named('a', { createdAt: at(1) }));
        expect(await runs().claim(lease('w1'))).toBe('a');
        expect(await runs().claim(lease('w2'))).toBe('b');
        expect(await runs().claim(lease('w3'))).toBeUndefined();
      });

      it('gives each to one of those who ask at once', async () => {
        for (let n = 0; n < 5; n += 1) await runs().add(named(`r${String(n)}`));
        const workers = Array.from({ length: 8 }, (_, n) => lease(`w${String(n)}`));
        const claimed = await Promise.all(workers.map((one) => runs().claim(one)));
        const given = claimed.filter((id) => id !== undefined);
        expect(new Set(given).size).toBe(given.length);
        expect(given.length).toBeGreaterThan(0);
      });

      it('gives one again whose worker was not heard of in time, and then it is no longer theirs', async () => {
        await runs().add(named('a'));
        await runs().claim(lease('w1'));
        expect(await runs().claim(lease('w2', 29))).toBeUndefined();
        expect(await runs().renew('a' as RunId, lease('w1', 29))).toBe('ours');
        expect(await runs().claim(lease('w2', 31))).toBeUndefined();
        expect(await runs().claim(lease('w2', 60))).toBe('a');
        expect(await runs().renew('a' as RunId, lease('w1', 60))).toBe('lost');
        await runs().release('a' as RunId, 'w1');
        expect(await runs().claim(lease('w3', 61))).toBeUndefined();
        await runs().release('a' as RunId, 'w2');
        expect(await runs().claim(lease('w3', 61))).toBe('a');
      });

      it('gives all of them anew when nobody who had one is left', async () => {
        await runs().add(named('a'));
        await runs().claim(lease('w1'));
        await runs().releaseAll();
        expect(await runs().claim(lease('w2'))).toBe('a');
        expect(await runs().renew('a' as RunId, lease('w1'))).toBe('lost');
      });

      it('leaves one alone that waits, until one of its questions is decided', async () => {
        const [first, second] = [anApproval({ id: 'q1' }), anApproval({ id: 'q2' })];
        await port().approvals.add(first, 10);
        await port().approvals.add(second, 10);
        await runs().add(named('a'));
        await runs().append('a' as RunId, 0, [
          prepared,
          waits('c1', 'q1'),
          waits('c2', 'q2'),
          plain('suspended'),
        ]);
        expect(await runs().claim(lease('w1'))).toBeUndefined();
        await decide(second, 'APPROVED');
        expect(await runs().claim(lease('w1'))).toBe('a');
        await runs().append('a' as RunId, 4, [plain('resumed'), result('c2'), plain('suspended')]);
        await runs().release('a' as RunId, 'w1');
        expect(await runs().claim(lease('w1'))).toBeUndefined();
        await decide(first, 'REJECTED');
        expect(await runs().claim(lease('w1'))).toBe('a');
      });

      it('gives one that waits for a question that is gone', async () => {
        await runs().add(named('a'));
        await runs().append('a' as RunId, 0, [prepared, waits('c1', 'forgotten'), plain('suspended')]);
        expect(await runs().claim(lease('w1'))).toBe('a');
      });

      it('gives one that waits and is cancelled', async () => {
        const question = anApproval({ id: 'q1' });
        await port().approvals.add(question, 10);
        await runs().add(named('a'));
        await runs().append('a' as RunId, 0, [prepared, waits('c1', 'q1'), plain('suspended')]);
        await runs().append('a' as RunId, 3, [{ kind: 'cancel', by: 'me', at: start }]);
        expect(await runs().claim(lease('w1'))).toBe('a');
        expect(await runs().renew('a' as RunId, lease('w1'))).toBe('cancelled');
        expect(await runs().countSteps('a' as RunId)).toBe(4);
      });

      it('has nothing to give of what has ended', async () => {
        await runs().add(named('a'));
        await runs().append('a' as RunId, 0, [prepared, ended()]);
        expect(await runs().claim(lease('w1'))).toBeUndefined();
      });
    });

    describe('a list of runs', () => {
      const ids = async (query: Partial<Parameters<RunList['list']>[0]> = {}) =>
        (await runs().list({ limit: 10, ...query })).map(({ run }) => run.id);

      it('has the newest first, in pages, by who asked, agent, conversation and status', async () => {
        const other = aPrincipal({ id: 'key:other' as Run['principal']['id'] });
        await runs().add(named('a', { createdAt: at(1) }));
        await runs().add(named('b', { createdAt: at(2), principal: other }));
        await runs().add(named('c', { createdAt: at(2), conversationId: 'talk-2' }));
        await runs().append('c' as RunId, 0, [prepared, ended(9)]);
        expect(await ids()).toEqual(['c', 'b', 'a']);
        expect(await ids({ limit: 1 })).toEqual(['c']);
        expect(await ids({ before: 'c' as RunId })).toEqual(['b', 'a']);
        expect(await ids({ principal: other.id })).toEqual(['b']);
        expect(await ids({ conversationId: 'talk-2' })).toEqual(['c']);
        expect(await ids({ agent: 'nobody' })).toEqual([]);
        expect(await ids({ statuses: ['QUEUED'] })).toEqual(['b', 'a']);
        const [newest] = await runs().list({ limit: 1 });
        expect(newest).toMatchObject({ status: 'SUCCEEDED', endedAt: at(9) });
        expect(newest?.run).toEqual(named('c', { createdAt: at(2), conversationId: 'talk-2' }));
        expect(await runs().count()).toEqual({ QUEUED: 2, SUCCEEDED: 1 });
      });

      it('forgets what ended long ago, and nothing that has not ended', async () => {
        for (const id of ['a', 'b', 'c']) await runs().add(named(id));
        await runs().append('a' as RunId, 0, [prepared, ended(1)]);
        await runs().append('b' as RunId, 0, [prepared, ended(9)]);
        expect(await runs().forget(at(5))).toBe(1);
        expect(await runs().find('a' as RunId)).toBeUndefined();
        expect((await ids()).toSorted()).toEqual(['b', 'c']);
      });
    });
  });
}
