import type { KeyId, Principal, PrincipalId, Session, SessionStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { describePort, type Opened } from './describe-port.ts';

const noon = new Date('2026-01-31T12:00:00.000Z');
const later = new Date('2026-01-31T13:00:00.000Z');

function aSession(session: Partial<Session> = {}): Session {
  return {
    hash: 'h',
    kind: 'session',
    owner: { kind: 'key', key: 'k' as KeyId },
    createdAt: noon,
    expiresAt: later,
    ...session,
  };
}

/** What any SessionStore must do. */
export function describeSessionStore(name: string, open: () => Promise<Opened<SessionStore>>): void {
  describePort(`SessionStore on ${name}`, open, (sessions) => {
    it('keeps a session as it was put', async () => {
      await sessions().put(aSession());
      expect(await sessions().find('h')).toEqual(aSession());
      expect(await sessions().find('other')).toBeUndefined();
    });

    it('keeps who a person was when they signed in', async () => {
      const principal: Principal = {
        kind: 'token',
        id: 'token:https://login.example.com#ada' as PrincipalId,
        name: 'Ada "the first" Lovelace',
        roles: ['operator', 'approver'],
        permissions: ['exec'],
        expiresAt: later,
      };
      await sessions().put(aSession({ owner: { kind: 'person', principal } }));
      expect(await sessions().find('h')).toEqual(aSession({ owner: { kind: 'person', principal } }));
    });

    it('gives a session that is taken to one of those who want it', async () => {
      await sessions().put(aSession({ kind: 'link' }));
      const taken = await Promise.all(Array.from({ length: 10 }, () => sessions().take('h')));
      expect(taken.filter((one) => one !== undefined)).toEqual([aSession({ kind: 'link' })]);
      expect(await sessions().find('h')).toBeUndefined();
    });

    it('forgets those whose time is over, and no others', async () => {
      await sessions().put(aSession({ hash: 'over', expiresAt: noon }));
      await sessions().put(aSession({ hash: 'good', expiresAt: later }));
      await sessions().forget(noon);
      expect(await sessions().find('over')).toBeUndefined();
      expect(await sessions().find('good')).toBeDefined();
    });
  });
}
