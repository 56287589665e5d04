import type { PolicyId, PolicyStore, PrincipalId } from '@patchbay/core';
import { expect, it } from 'vitest';
import { aPolicy } from '../builders.ts';
import { describePort, type Opened } from './describe-port.ts';

const later = new Date('2026-06-02T12:00:00.000Z');
const ada = 'token:https://issuer#ada' as PrincipalId;

/** What any PolicyStore must do. */
export function describePolicyStore(name: string, open: () => Promise<Opened<PolicyStore>>): void {
  describePort(`PolicyStore on ${name}`, open, (policies) => {
    it('returns what was put, field by field', async () => {
      const full = aPolicy({
        id: 'full',
        server: 'git*',
        tool: 'create_?',
        arguments: { 'items[].name': 'ä*', path: '/etc/*' },
        role: 'operator',
        policy: 'ALWAYS_ALLOW',
        expiresAt: later,
        note: 'Until the move is done.',
        toolDigest: 'd'.repeat(64),
      });
      const personal = aPolicy({ id: 'personal', principal: ada });
      expect(await policies().put(full)).toEqual(full);
      await policies().put(personal);
      expect(await policies().list()).toEqual([full, personal]);
    });

    it('keeps one rule about the same calls, with the later values and the first id [B-52]', async () => {
      const second = { by: ada, at: later };
      await policies().put(aPolicy({ id: 'first', policy: 'ASK_USER', note: 'a' }));
      const stored = await policies().put(
        aPolicy({ id: 'second', policy: 'ALWAYS_DENY', created: second, updated: second }),
      );
      expect(stored).toEqual(aPolicy({ id: 'first', policy: 'ALWAYS_DENY', updated: second }));
      expect(await policies().list()).toEqual([stored]);
    });

    it('knows the same conditions whatever order they came in, and keeps others apart', async () => {
      await policies().put(aPolicy({ id: 'a', arguments: { x: '1', y: '2' } }));
      await policies().put(aPolicy({ id: 'b', arguments: { y: '2', x: '1' } }));
      await policies().put(aPolicy({ id: 'c', arguments: { x: '1' } }));
      await policies().put(aPolicy({ id: 'd', role: 'operator' }));
      await policies().put(aPolicy({ id: 'e', tool: '*' }));
      await policies().put(aPolicy({ id: 'f', server: '*' }));
      await policies().put(aPolicy({ id: 'g', principal: ada }));
      expect((await policies().list()).map(({ id }) => id)).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
    });

    it('takes conditions of any length', async () => {
      const long = Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`a${String(n)}`, 'é'.repeat(1_000)]),
      );
      const one = aPolicy({ id: 'long', arguments: long });
      await policies().put(one);
      await policies().put({ ...one, id: 'again' as PolicyId });
      expect(await policies().list()).toEqual([one]);
    });

    it('keeps one when two set the same rule at once', async () => {
      const ids = ['a', 'b', 'c', 'd', 'e'];
      const stored = await Promise.all(ids.map((id) => policies().put(aPolicy({ id }))));
      expect(await policies().list()).toHaveLength(1);
      expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
    });

    it('reports that there was nothing to remove, and removes nothing', async () => {
      await policies().put(aPolicy());
      expect(await policies().remove('nobody' as PolicyId)).toBe(false);
      expect(await policies().list()).toHaveLength(1);
      expect(await policies().remove('p1' as PolicyId)).toBe(true);
      expect(await policies().list()).toEqual([]);
    });
  });
}
