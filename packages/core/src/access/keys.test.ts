import {
  aKey,
  aPrincipal,
  createCountingChance,
  createManualClock,
  createMemoryKeyStore,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { KeyId } from '../ids.ts';
import { createCreateKey } from './create-key.ts';
import { ensureAdminKey } from './ensure-admin-key.ts';
import { isUsable, parseKey, toKeyView, type Digest } from './key.ts';
import { createRevokeKey } from './revoke-key.ts';
import { createVerifyKey } from './verify-key.ts';

/** Hashing stands for itself here; the real one is tested where it lives. */
const digest: Digest = { sha256: (text) => `hash of ${text}`, equal: (left, right) => left === right };

function setup() {
  const clock = createManualClock();
  const keys = createMemoryKeyStore();
  const chance = createCountingChance();
  const saved: string[] = [];
  const deps = { keys, digest, chance, clock };
  return {
    clock,
    keys,
    saved,
    createKey: createCreateKey(deps),
    revokeKey: createRevokeKey(deps),
    verifyKey: createVerifyKey(deps),
    start: (preset?: string) => ensureAdminKey({ ...deps, save: (text) => void saved.push(text) }, preset),
  };
}

describe('a key', () => {
  it('is split at its second underscore, so that a secret may hold more of them', () => {
    expect(parseKey('pbk_ab12_x_y_z')).toEqual({ id: 'ab12', secret: 'x_y_z' });
  });

  it.each([
    '',
    'pbk_',
    'pbk_a',
    'pbk__secret',
    'sk_a_b',
    'pbk_a_',
    'pbk_a_b c',
    'pbk_a_b\n',
    ' pbk_a_b',
    'pbk_ü_b',
  ])('%j is none', (text) => {
    expect(parseKey(text)).toBeUndefined();
  });

  it('shows its last four characters and nothing more of its secret', async () => {
    const { createKey } = setup();
    const { key, text } = await createKey({ name: 'ci', roles: ['operator'], permissions: [] }, aPrincipal());
    const view = JSON.stringify(toKeyView(key));
    expect(view).toContain(text.slice(-4));
    expect(view).not.toContain(text.slice(-5));
    expect(view).not.toContain(key.secretHash);
  });
});

describe('creating a key', () => {
  it('makes one that is taken for what it was given', async () => {
    const { createKey, verifyKey } = setup();
    const { text } = await createKey(
      { name: 'ci', roles: ['operator'], permissions: ['exec'] },
      aPrincipal(),
    );
    expect(await verifyKey(text)).toMatchObject({ name: 'ci', roles: ['operator'], permissions: ['exec'] });
  });

  it('remembers who made it', async () => {
    const { createKey } = setup();
    const { key } = await createKey({ name: 'ci', roles: ['viewer'], permissions: [] }, aPrincipal());
    expect(key).toMatchObject({ createdBy: 'key:root', origin: 'created' });
  });

  it('gives exec only from one who has it', async () => {
    const { createKey, keys } = setup();
    const admin = aPrincipal({ permissions: [] });
    await expect(
      createKey({ name: 'ci', roles: ['admin'], permissions: ['exec'] }, admin),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await keys.list()).toEqual([]);
  });

  it('refuses one that has expired before it is made', async () => {
    const { createKey, clock } = setup();
    const input = {
      name: 'ci',
      roles: ['viewer' as const],
      permissions: [],
      expiresAt: clock.now().toISOString(),
    };
    await expect(createKey(input, aPrincipal())).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});

describe('verifying a key', () => {
  it('refuses a wrong secret, an unknown id and what is no key alike', async () => {
    const { createKey, verifyKey } = setup();
    const { text } = await createKey({ name: 'ci', roles: ['viewer'], permissions: [] }, aPrincipal());
    expect(await Promise.all([`${text}x`, 'pbk_nobody_secret', 'garbage'].map(verifyKey))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('refuses an unknown id even when its secret hashes to what nobody has', async () => {
    const { verifyKey } = setup();
    expect(await verifyKey('pbk_nobody_x')).toBeUndefined();
  });

  it('refuses a key from the moment it expires', async () => {
    const { createKey, verifyKey, clock } = setup();
    const expiresAt = new Date(clock.now().getTime() + 1_000).toISOString();
    const { text } = await createKey(
      { name: 'ci', roles: ['viewer'], permissions: [], expiresAt },
      aPrincipal(),
    );
    clock.advance(999);
    expect(await verifyKey(text)).toBeDefined();
    clock.advance(1);
    expect(await verifyKey(text)).toBeUndefined();
  });

  it('refuses a revoked key', async () => {
    const { createKey, revokeKey, verifyKey } = setup();
    const { key, text } = await createKey({ name: 'ci', roles: ['viewer'], permissions: [] }, aPrincipal());
    await revokeKey(key.id);
    expect(await verifyKey(text)).toBeUndefined();
  });
});

describe('revoking a key', () => {
  it('says when there is none', async () => {
    const { revokeKey } = setup();
    await expect(revokeKey('nobody' as KeyId)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
  });

  it('leaves a preset key to those who preset it', async () => {
    const { start, revokeKey, verifyKey } = setup();
    await start('pbk_ops_from-the-vault');
    await expect(revokeKey('ops' as KeyId)).rejects.toMatchObject({ code: 'KEY_PRESET' });
    expect(await verifyKey('pbk_ops_from-the-vault')).toBeDefined();
  });

  it('keeps the last admin', async () => {
    const { keys, revokeKey } = setup();
    await keys.put(aKey({ id: 'only', roles: ['admin'] }));
    await expect(revokeKey('only' as KeyId)).rejects.toMatchObject({ code: 'KEY_LAST_ADMIN' });
  });
});

describe('starting', () => {
  it('makes one admin key with every role and permission, and saves its text before it works', async () => {
    const { start, verifyKey, saved } = setup();
    const text = await start();
    expect(saved).toEqual([text]);
    expect(await verifyKey(text ?? '')).toMatchObject({
      roles: ['viewer', 'operator', 'approver', 'admin'],
      permissions: ['exec', 'mesh'],
    });
  });

  it('does not make a key that could not be saved', async () => {
    const { keys, clock } = setup();
    const save = (): never => {
      throw new Error('disk full');
    };
    await expect(
      ensureAdminKey({ keys, digest, clock, chance: createCountingChance(), save }, undefined),
    ).rejects.toThrow('disk full');
    expect(await keys.list()).toEqual([]);
  });

  it('makes no second key while the first can be used', async () => {
    const { start } = setup();
    await start();
    expect(await start()).toBeUndefined();
  });

  it('takes a preset key as it is', async () => {
    const { start, verifyKey, saved } = setup();
    expect(await start('pbk_ops_from-the-vault')).toBeUndefined();
    expect(await verifyKey('pbk_ops_from-the-vault')).toMatchObject({
      roles: ['viewer', 'operator', 'approver', 'admin'],
    });
    expect(saved).toEqual([]);
  });

  it('retires a preset key when another one or none is preset', async () => {
    const { start, verifyKey } = setup();
    await start('pbk_ops_old');
    await start('pbk_ops2_new');
    expect(await verifyKey('pbk_ops_old')).toBeUndefined();
    const made = await start();
    expect(await verifyKey('pbk_ops2_new')).toBeUndefined();
    expect(await verifyKey(made ?? '')).toBeDefined();
  });

  it('takes a new secret for the same preset id, and takes it back when it is preset again', async () => {
    const { start, verifyKey } = setup();
    await start('pbk_ops_one');
    await start('pbk_ops_two');
    expect(await verifyKey('pbk_ops_one')).toBeUndefined();
    await start();
    await start('pbk_ops_two');
    expect(await verifyKey('pbk_ops_two')).toBeDefined();
  });

  it('refuses a preset that is no key, and says how to write one', async () => {
    const { start } = setup();
    await expect(start('hunter2')).rejects.toThrow('PATCHBAY_ADMIN_KEY: Write it as pbk_<id>_<secret>');
  });

  it('makes a new key when every admin key has expired or was revoked', async () => {
    const { start, keys, clock } = setup();
    await keys.put(aKey({ id: 'old', roles: ['admin'], expiresAt: clock.now() }));
    await keys.put(aKey({ id: 'gone', roles: ['admin'], revokedAt: clock.now() }));
    expect(await start()).toBeDefined();
    expect((await keys.list()).filter((key) => isUsable(key, clock.now()))).toHaveLength(1);
  });
});
