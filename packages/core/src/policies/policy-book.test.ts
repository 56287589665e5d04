import { fail } from '@patchbay/contracts';
import {
  aPolicy,
  aPrincipal,
  createCountingChance,
  createManualTime,
  createMemoryPolicyStore,
  createRecordingLog,
  settle,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createChangePolicies } from './change-policies.ts';
import { PolicyBook } from './policy-book.ts';
import type { PolicyStore } from './policy.ts';

const body = {
  serverId: 'github',
  toolName: 'create_issue',
  arguments: {},
  role: null,
  principal: null,
  expiresAt: null,
  note: null,
  toolDigest: null,
} as const;

function setup({ isShared = false } = {}) {
  const time = createManualTime();
  const inner = createMemoryPolicyStore();
  const state = { isAway: false, reads: 0, changes: 0, before: async (): Promise<void> => {} };
  const away = () => fail('STORE_UNAVAILABLE', { reason: 'it is away.' });
  const store: PolicyStore = {
    ...inner,
    async list() {
      state.reads += 1;
      const found = await inner.list();
      await state.before();
      if (state.isAway) throw away();
      return found;
    },
  };
  const log = createRecordingLog();
  const fixed = [aPolicy({ id: 'fixed', server: 'mail', tool: '*', policy: 'ALWAYS_DENY' })].map(
    ({ created: _, updated: __, ...policy }) => ({ ...policy, source: 'config' as const }),
  );
  const book = new PolicyBook({
    ...time,
    store,
    fixed,
    log,
    isShared,
    onChanged: () => void (state.changes += 1),
  });
  const events: unknown[] = [];
  const changes = createChangePolicies({
    store,
    book,
    chance: createCountingChance(),
    clock: time.clock,
    events: { publish: (name, data) => void events.push({ name, ...data }) },
  });
  const ids = (): string[] => book.rules().policies.map(({ id }) => id);
  return { time, inner, store, state, log, book, changes, events, ids };
}

const root = aPrincipal();

describe('the rules in memory', () => {
  it('are those of the file and those that were set', async () => {
    const { book, inner, ids } = setup();
    await inner.put(aPolicy());
    await book.start();
    expect(ids()).toEqual(['fixed', 'p1']);
  });

  it('are not known before they were read, and reading must work at the start', async () => {
    const { book, state } = setup();
    expect(book.rules).toThrow('the rules about calls could not be read');
    state.isAway = true;
    await expect(book.start()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(book.rules).toThrow('could not be read');
  });

  it('hold at once when they are changed here', async () => {
    const { book, changes, ids } = setup();
    await book.start();
    const { id } = await changes.setPolicy({ ...body, policy: 'ASK_USER' }, root);
    expect(ids()).toEqual(['fixed', id]);
    await changes.removePolicy(id, root);
    expect(ids()).toEqual(['fixed']);
  });

  it('hold within five seconds when another hub changed them, and stay the same object until then', async () => {
    const { book, inner, time, ids, state } = setup({ isShared: true });
    await book.start();
    const before = book.rules();
    await time.pass(60_000);
    expect(book.rules()).toBe(before);
    await inner.put(aPolicy());
    await time.pass(5_000);
    expect(ids()).toEqual(['fixed', 'p1']);
    expect(state.changes).toBe(2);
    book.stop();
    await time.pass(10_000);
    expect(time.waiting()).toBe(0);
  });

  it('are not read again where nobody else can change them', async () => {
    const { book, time, state } = setup();
    await book.start();
    await time.pass(600_000);
    expect(state.reads).toBe(1);
  });

  it('are kept for a minute while the database is away, and after that nothing is allowed until it is back', async () => {
    const { book, time, state, ids } = setup({ isShared: true });
    await book.start();
    state.isAway = true;
    await time.pass(59_000);
    expect(ids()).toEqual(['fixed']);
    await time.pass(6_000);
    expect(book.rules).toThrow('could not be read');
    state.isAway = false;
    await time.pass(5_000);
    expect(ids()).toEqual(['fixed']);
  });

  it('are not known after a change that could not be read back, until it can', async () => {
    const { book, changes, time, state, ids, log } = setup();
    await book.start();
    state.isAway = true;
    await expect(changes.setPolicy({ ...body, policy: 'ALWAYS_DENY' }, root)).rejects.toThrow('it is away');
    expect(book.rules).toThrow('could not be read');
    expect(log.lines.map(({ event }) => event)).toContain('policies.unknown');
    state.isAway = false;
    await time.pass(5_000);
    expect(ids()).toHaveLength(2);
  });

  it('stay when a change certainly did not happen', async () => {
    const { book, changes, store, ids } = setup();
    await book.start();
    store.put = () => Promise.reject(fail('STORE_UNAVAILABLE', { reason: 'it is away.' }));
    await expect(changes.setPolicy({ ...body, policy: 'ALWAYS_DENY' }, root)).rejects.toThrow('it is away');
    expect(ids()).toEqual(['fixed']);
  });

  it('are never replaced by what was read before a change', async () => {
    const { book, changes, time, state, ids } = setup({ isShared: true });
    await book.start();
    const slow = Promise.withResolvers<void>();
    state.before = () => slow.promise;
    await time.pass(3_000);
    state.before = async () => {};
    const changing = changes.setPolicy({ ...body, policy: 'ALWAYS_DENY' }, root);
    await settle();
    slow.resolve();
    const { id } = await changing;
    await settle();
    expect(ids()).toContain(id);
  });
});

describe('changing rules', () => {
  it('tells who did what', async () => {
    const { book, changes, events } = setup();
    await book.start();
    const { id } = await changes.setPolicy({ ...body, policy: 'ASK_USER' }, root);
    await changes.removePlainPolicy('github', 'create_issue', root);
    const about = { id, serverId: 'github', toolName: 'create_issue', by: 'key:root' };
    expect(events).toEqual([
      { name: 'policy.changed', ...about, policy: 'ASK_USER' },
      { name: 'policy.removed', ...about },
    ]);
  });

  it('refuses an end that has passed', async () => {
    const { book, changes } = setup();
    await book.start();
    const expiresAt = '2026-01-01T00:00:00.000Z';
    await expect(changes.setPolicy({ ...body, policy: 'ASK_USER', expiresAt }, root)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });

  it('keeps the digest of a tool only where it limits something', async () => {
    const { book, changes } = setup();
    await book.start();
    const toolDigest = 'd'.repeat(64);
    const set = (policy: 'ASK_USER' | 'ALWAYS_ALLOW') =>
      changes.setPolicy({ ...body, policy, toolDigest }, root);
    expect((await set('ASK_USER')).toolDigest).toBeNull();
    expect((await set('ALWAYS_ALLOW')).toolDigest).toBe(toolDigest);
  });

  it('removes the plain rule and no other, and none of the file', async () => {
    const { book, changes, ids } = setup();
    await book.start();
    const { id } = await changes.setPolicy({ ...body, policy: 'ASK_USER', arguments: { a: '*' } }, root);
    await expect(changes.removePlainPolicy('github', 'create_issue', root)).rejects.toMatchObject({
      code: 'POLICY_NOT_FOUND',
    });
    await expect(changes.removePlainPolicy('mail', '*', root)).rejects.toMatchObject({
      code: 'POLICY_FROM_CONFIG',
    });
    expect(ids()).toEqual(['fixed', id]);
  });
});
