import type { KeyId, KeyStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { aKey } from '../builders.ts';
import { describePort, type Opened } from './describe-port.ts';

const id = (text: string): KeyId => text as KeyId;
const noon = new Date('2026-06-01T12:00:00.000Z');
const later = new Date('2026-06-02T12:00:00.000Z');
const admin = (overrides: Parameters<typeof aKey>[0]) => aKey({ roles: ['admin'], ...overrides });

/** What any KeyStore must do. The fake runs it too: a fake that disagrees is a bug. */
export function describeKeyStore(name: string, open: () => Promise<Opened<KeyStore>>): void {
  describePort(`KeyStore on ${name}`, open, (keys) => {
    it('returns what was put, field by field', async () => {
      const key = aKey({
        id: 'full',
        roles: ['operator', 'approver'],
        permissions: ['exec'],
        maxAgents: 20,
        expiresAt: later,
      });
      await keys().put(key);
      expect(await keys().find(id('full'))).toEqual(key);
    });

    it('finds nothing under an id that nobody has', async () => {
      expect(await keys().find(id('nobody'))).toBeUndefined();
    });

    it('keeps one key per id, with the later values', async () => {
      await keys().put(aKey({ name: 'old' }));
      await keys().put(aKey({ name: 'new' }));
      expect(await keys().list()).toEqual([aKey({ name: 'new' })]);
    });

    it('lists the oldest first', async () => {
      await keys().put(aKey({ id: 'b', createdAt: later }));
      await keys().put(aKey({ id: 'a', createdAt: noon }));
      expect((await keys().list()).map((key) => key.id)).toEqual(['a', 'b']);
    });

    it('marks a revoked key with the time of the first revocation', async () => {
      await keys().put(aKey({ id: 'k' }));
      expect(await keys().revoke(id('k'), noon)).toBe('revoked');
      expect(await keys().revoke(id('k'), later)).toBe('revoked');
      expect((await keys().find(id('k')))?.revokedAt).toEqual(noon);
    });

    it('reports that there was nothing to revoke', async () => {
      await keys().put(aKey({ id: 'k' }));
      expect(await keys().revoke(id('nobody'), noon)).toBe('missing');
      expect((await keys().find(id('k')))?.revokedAt).toBeNull();
    });

    it('keeps the last admin, and lets it go once there is another', async () => {
      await keys().put(admin({ id: 'one' }));
      await keys().put(aKey({ id: 'reader', roles: ['viewer'] }));
      expect(await keys().revoke(id('one'), noon)).toBe('last-admin');
      expect((await keys().find(id('one')))?.revokedAt).toBeNull();

      await keys().put(admin({ id: 'two' }));
      expect(await keys().revoke(id('one'), noon)).toBe('revoked');
      expect(await keys().revoke(id('two'), noon)).toBe('last-admin');
    });

    it('does not count a revoked or expired admin as another', async () => {
      await keys().put(admin({ id: 'one' }));
      await keys().put(admin({ id: 'expired', expiresAt: noon }));
      await keys().put(admin({ id: 'revoked', revokedAt: noon }));
      expect(await keys().revoke(id('one'), later)).toBe('last-admin');
      expect(await keys().revoke(id('expired'), later)).toBe('revoked');
    });

    it('keeps one of two admins that revoke each other at the same moment', async () => {
      for (let round = 0; round < 50; round += 1) {
        await keys().put(admin({ id: 'one' }));
        await keys().put(admin({ id: 'two' }));
        const outcomes = await Promise.all([keys().revoke(id('one'), noon), keys().revoke(id('two'), noon)]);
        expect(outcomes.sort(), `round ${String(round)}`).toEqual(['last-admin', 'revoked']);
      }
    });
  });
}
