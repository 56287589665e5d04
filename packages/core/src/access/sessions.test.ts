import {
  aKey,
  createCountingChance,
  createManualClock,
  createMemoryKeyStore,
  createMemorySessionStore,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { KeyId, PrincipalId } from '../ids.ts';
import { createCreateKey } from './create-key.ts';
import type { Digest } from './key.ts';
import type { Principal } from './principal.ts';
import { createSessions } from './sessions.ts';

const digest: Digest = { sha256: (text) => `hash of ${text}`, equal: (left, right) => left === right };
const hourMs = 3_600_000;
const ada: Principal = {
  kind: 'token',
  id: 'token:https://login.example.com#ada' as PrincipalId,
  name: 'Ada',
  roles: ['approver'],
  permissions: [],
  expiresAt: null,
};

async function setup() {
  const clock = createManualClock();
  const keys = createMemoryKeyStore();
  const store = createMemorySessionStore();
  const chance = createCountingChance();
  const welcome = new Set<string>([ada.id]);
  const sessions = createSessions({
    sessions: store,
    keys,
    digest,
    chance,
    clock,
    isWelcome: ({ id }) => welcome.has(id),
  });
  const by = {
    kind: 'key',
    id: 'key:root',
    name: 'root',
    roles: ['admin'],
    permissions: ['exec'],
    expiresAt: null,
  };
  const { key, text } = await createCreateKey({ keys, digest, chance, clock })(
    { name: 'ann', roles: ['operator'], permissions: [] },
    by as never,
  );
  await keys.put(aKey({ id: 'root', roles: ['admin'] }));
  return { clock, keys, store, sessions, key, text, welcome };
}

describe('a session', () => {
  it('stands for the key that it was opened with', async () => {
    const { sessions, text, key } = await setup();
    const { token } = await sessions.signInByKey(text);
    expect(await sessions.principalOf(token)).toMatchObject({ id: `key:${key.id}`, roles: ['operator'] });
  });

  it('is kept as a hash only', async () => {
    const { sessions, store, text } = await setup();
    const { token } = await sessions.signInByKey(text);
    expect(await store.find(token)).toBeUndefined();
    expect(await store.find(digest.sha256(`session:${token}`))).toBeDefined();
  });

  it('ends when somebody signs out, after a day, and with its key', async () => {
    const { sessions, text, key, keys, clock } = await setup();
    const open = async () => (await sessions.signInByKey(text)).token;
    const [left, old, orphan] = [await open(), await open(), await open()];
    await sessions.signOut(left);
    expect(await sessions.principalOf(left)).toBeUndefined();
    await keys.revoke(key.id, clock.now());
    expect(await sessions.principalOf(orphan)).toBeUndefined();
    await keys.put({ ...key, revokedAt: null });
    clock.advance(24 * hourMs - 1);
    expect(await sessions.principalOf(old)).toBeDefined();
    clock.advance(1);
    expect(await sessions.principalOf(old)).toBeUndefined();
  });

  it('is not opened by a wrong key', async () => {
    const { sessions, text } = await setup();
    await expect(sessions.signInByKey(`${text}x`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('a session of a person', () => {
  it('stands for what their identity provider said of them, for eight hours', async () => {
    const { sessions, clock } = await setup();
    const { token, expiresAt, principal } = await sessions.signInPerson(ada);
    expect(principal).toEqual({ ...ada, expiresAt });
    clock.advance(8 * hourMs - 1);
    expect(await sessions.principalOf(token)).toEqual(principal);
    clock.advance(1);
    expect(await sessions.principalOf(token)).toBeUndefined();
  });

  it('ends when people of their provider are not let in any more', async () => {
    const { sessions, welcome } = await setup();
    const { token } = await sessions.signInPerson(ada);
    welcome.clear();
    expect(await sessions.principalOf(token)).toBeUndefined();
  });
});

describe('a link', () => {
  it('signs in once', async () => {
    const { sessions, key } = await setup();
    const { token } = await sessions.createLink(key.id);
    expect(await sessions.signInByLink(token)).toMatchObject({ principal: { id: `key:${key.id}` } });
    await expect(sessions.signInByLink(token)).rejects.toMatchObject({ code: 'SIGN_IN_LINK_SPENT' });
  });

  it('is good for an hour, and no longer than its key', async () => {
    const { sessions, key, keys, clock } = await setup();
    const [old, orphan] = [await sessions.createLink(key.id), await sessions.createLink(key.id)];
    await keys.revoke(key.id, clock.now());
    await expect(sessions.signInByLink(orphan.token)).rejects.toMatchObject({ code: 'SIGN_IN_LINK_SPENT' });
    await keys.put({ ...key, revokedAt: null });
    clock.advance(hourMs);
    await expect(sessions.signInByLink(old.token)).rejects.toMatchObject({ code: 'SIGN_IN_LINK_SPENT' });
  });

  it('is no session, and a session is no link', async () => {
    const { sessions, key, text } = await setup();
    const link = await sessions.createLink(key.id as KeyId);
    const session = await sessions.signInByKey(text);
    expect(await sessions.principalOf(link.token)).toBeUndefined();
    await expect(sessions.signInByLink(session.token)).rejects.toMatchObject({ code: 'SIGN_IN_LINK_SPENT' });
  });
});
