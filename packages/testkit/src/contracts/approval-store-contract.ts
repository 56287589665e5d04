import type { Approval, ApprovalId, ApprovalStore, Intent, IntentStore, PrincipalId } from '@patchbay/core';
import { bindingOf } from '@patchbay/core';
import { expect, it } from 'vitest';
import { anApproval } from '../builders.ts';
import { describePort, type Opened } from './describe-port.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number): Date => new Date(start.getTime() + ms);
const asked = (id: string, overrides: Partial<Approval> = {}): Approval => anApproval({ ...overrides, id });
const intentOf = ({ callId, principal, via, server, tool }: Approval, at = later(1)): Intent => ({
  id: callId,
  principal: principal.id,
  via,
  server,
  tool,
  at,
});
const ids = (approvals: readonly Approval[]): string[] => approvals.map(({ id }) => id);

export interface ApprovalsAndIntents {
  readonly approvals: ApprovalStore;
  readonly intents: IntentStore;
}

/** What any ApprovalStore must do. */
export function describeApprovalStore(name: string, open: () => Promise<Opened<ApprovalsAndIntents>>): void {
  describePort(`ApprovalStore on ${name}`, open, (port) => {
    const store = (): ApprovalStore => port().approvals;
    const add = async (...approvals: readonly Approval[]): Promise<void> => {
      for (const approval of approvals) await store().add(approval, 1_000);
    };

    it('gives back, field by field, what was asked', async () => {
      const whole = asked('a', { policy: undefined, isKept: true });
      await add(whole);
      expect(await store().find(whole.id)).toEqual(whole);
      expect(await store().find('b' as ApprovalId)).toBeUndefined();
    });

    it('takes no more than may be pending', async () => {
      expect(await store().add(asked('a'), 1)).toBe(true);
      expect(await store().add(asked('b'), 1)).toBe(false);
      expect(await store().find('b' as ApprovalId)).toBeUndefined();
      await store().move(asked('a', { status: 'REJECTED' }), 'PENDING');
      expect(await store().add(asked('b'), 1)).toBe(true);
    });

    it('lists the newest first, by status and by who asked', async () => {
      const other = { ...asked('x').principal, id: 'key:other' as PrincipalId };
      await add(
        asked('a'),
        asked('b', { askedAt: later(2) }),
        asked('c', { askedAt: later(1), principal: other }),
      );
      await store().move(asked('a', { status: 'REJECTED' }), 'PENDING');
      expect(ids(await store().list({ limit: 2 }))).toEqual(['b', 'c']);
      expect(ids(await store().list({ limit: 9, statuses: ['PENDING'] }))).toEqual(['b', 'c']);
      expect(ids(await store().list({ limit: 9, principal: other.id }))).toEqual(['c']);
    });

    it('is moved once, by whoever comes first', async () => {
      await add(asked('a'));
      const decision = { by: 'key:boss' as PrincipalId, byName: 'boss', at: later(1), reason: 'fine' };
      const args = { text: '{"n":2}', digest: 'd'.repeat(64) };
      const approved = asked('a', { status: 'APPROVED', decision, args, expiresAt: later(9_000) });
      const rejected = asked('a', { status: 'REJECTED' });
      const [isApproved, isRejected] = await Promise.all([
        store().move(approved, 'PENDING'),
        store().move(rejected, 'PENDING'),
      ]);
      expect(isRejected).toBe(!isApproved);
      expect(await store().find(approved.id)).toEqual(isApproved ? approved : rejected);
    });

    it('has room again for others when those that wait are overdue', async () => {
      expect(await store().add(asked('a', { expiresAt: later(10) }), 1)).toBe(true);
      const next = asked('b', { askedAt: later(10), expiresAt: later(20) });
      expect(await store().add({ ...next, askedAt: later(9) }, 1)).toBe(false);
      expect(await store().add(next, 1)).toBe(true);
    });

    it('says which of many wait for a decision', async () => {
      await add(asked('a'), asked('b'), asked('c', { status: 'APPROVED' }));
      const wanted = ['a', 'c', 'none'] as ApprovalId[];
      expect([...(await store().pendingOf(wanted))]).toEqual(['a']);
      expect([...(await store().pendingOf([]))]).toEqual([]);
    });

    it('is counted while it waits, and says since when the first one does', async () => {
      expect(await store().countPending(later(0))).toEqual({ waiting: 0, oldest: undefined });
      await add(
        asked('a', { askedAt: later(2) }),
        asked('b', { askedAt: later(1) }),
        asked('c', { status: 'APPROVED', askedAt: later(0) }),
        asked('d', { askedAt: later(0), expiresAt: later(3) }),
      );
      expect(await store().countPending(later(3))).toEqual({ waiting: 2, oldest: later(1) });
    });

    it('is used once, and its call is noted with it', async () => {
      const approved = asked('a', { status: 'APPROVED' });
      await add(approved);
      const racers = Array.from({ length: 8 }, async (_, n) =>
        store().use(bindingOf(approved), { ...intentOf(approved), id: `call-${String(n)}` }),
      );
      const won = (await Promise.all(racers)).flatMap((isWon, n) => (isWon ? [`call-${String(n)}`] : []));
      expect(won).toHaveLength(1);
      expect((await port().intents.listOpen(later(9), 10)).map(({ id }) => id)).toEqual(won);
      expect((await store().find(approved.id))?.status).toBe('USED');
    });

    const others: readonly [string, Partial<Approval>][] = [
      ['pending', { status: 'PENDING' }],
      ['used', { status: 'USED' }],
      ['overdue', { expiresAt: later(1) }],
      ['by another caller', { principal: { ...asked('x').principal, id: 'key:other' as PrincipalId } }],
      ['about a changed server', { serverRevision: 8 }],
      ['about a changed tool', { toolDigest: 'f'.repeat(64) }],
      ['about other arguments', { args: { text: '{}', digest: 'f'.repeat(64) } }],
    ];
    it.each(others)('is not used when it is %s', async (_, difference) => {
      const approved = asked('a', { status: 'APPROVED' });
      await add({ ...approved, ...difference });
      expect(await store().use(bindingOf(approved), intentOf(approved))).toBe(false);
      expect(await port().intents.listOpen(later(9), 10)).toEqual([]);
    });

    it('keeps how its call ended, once it was sent', async () => {
      const approved = asked('a', { status: 'APPROVED' });
      await add(approved);
      await store().finish(approved.id, 'SERVER_UNAVAILABLE', undefined);
      expect(await store().find(approved.id)).toEqual(approved);
      await store().use(bindingOf(approved), intentOf(approved));
      await store().finish(approved.id, 'ok', { content: [] });
      expect(await store().find(approved.id)).toMatchObject({ outcome: 'ok', result: { content: [] } });
      expect(await store().list({ limit: 1 })).toMatchObject([{ outcome: 'ok', result: undefined }]);
    });

    it('finds what was asked about the same call, unless it is overdue or over', async () => {
      const { principal, serverId, tool, asked: text } = asked('a');
      await add(asked('a'), asked('b', { askedAt: later(5), status: 'APPROVED' }));
      await add(asked('used', { status: 'USED' }), asked('late', { expiresAt: later(1) }));
      await add(asked('other', { asked: { text: '{}', digest: 'e'.repeat(64) } }));
      const same = { principal: principal.id, serverId, tool, askedDigest: text.digest };
      expect(ids(await store().findSame(same, later(1)))).toEqual(['b', 'a']);
    });

    it('expires what is open and overdue, and gives it once', async () => {
      await add(asked('a', { expiresAt: later(5) }), asked('b', { status: 'APPROVED', expiresAt: later(5) }));
      await add(asked('used', { status: 'USED', expiresAt: later(5) }), asked('c', { expiresAt: later(6) }));
      expect(ids(await store().expire(later(5))).sort()).toEqual(['a', 'b']);
      expect(await store().expire(later(5))).toEqual([]);
      expect((await store().find('a' as ApprovalId))?.status).toBe('EXPIRED');
    });

    it('forgets what is over and old', async () => {
      await add(
        asked('open'),
        asked('old', { status: 'USED' }),
        asked('new', { status: 'USED', askedAt: later(9) }),
      );
      await store().forget(later(5));
      expect(ids(await store().list({ limit: 9 }))).toEqual(['new', 'open']);
    });
  });
}
