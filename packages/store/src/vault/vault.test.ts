import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { credentialsSchema } from '@patchbay/contracts';
import type { ServerName } from '@patchbay/core';
import { aServer, createManualClock, createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../open-store.ts';
import { masterKeysFrom } from './master-key.ts';

const child = join(import.meta.dirname, '..', '..', 'faults', 'rotate-until-killed.ts');
const clock = createManualClock();
const github = 'github' as ServerName;
const credentials = credentialsSchema.parse({ bearerToken: 'ghp_secret' });

function setup() {
  const dataDir = createTempDir();
  const file = join(dataDir, 'secrets.key');
  const open = async (...masterPasswords: string[]): Promise<Store> => {
    const store = await openStore({ database: 'sqlite', dataDir, masterPasswords, clock });
    onTestFinished(store.close);
    return store;
  };
  const token = async (store: Store) => (await store.servers.find(github))?.credentials.bearerToken?.reveal();
  return { dataDir, file, open, token };
}

describe('the master key', () => {
  it('is made on first start, readable only by its owner, and used again', async () => {
    const { file, open, token } = setup();
    const first = await open();
    await first.servers.add(aServer({ credentials }));
    await first.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith('secrets'))).toEqual(['secrets.key']);
    expect(await token(await open())).toBe('ghp_secret');
  });

  it('is the one of the faster, when two hubs make it together', () => {
    const { create } = masterKeysFrom({ file: setup().file, passwords: [] });
    expect(create()).toEqual(create());
  });

  it('is taken from others, and left as it is when its owner made it stricter', async () => {
    const { file, open } = setup();
    await (await open()).close();
    for (const [before, after] of [
      [0o644, 0o600],
      [0o400, 0o400],
    ] as const) {
      chmodSync(file, before);
      await (await open()).close();
      expect(statSync(file).mode & 0o777).toBe(after);
    }
  });

  it('refuses to start with a wrong key, in one sentence, and changes nothing', async () => {
    const { dataDir, file, open, token } = setup();
    const first = await open();
    await first.servers.add(aServer({ credentials }));
    await first.close();
    const right = readFileSync(file);
    const wrong = Buffer.alloc(32, 7).toString('base64');
    writeFileSync(file, wrong);
    const before = readFileSync(join(dataDir, 'patchbay.db'));
    await expect(open()).rejects.toThrow(
      `The secrets in this database were sealed with another key than ${file}.`,
    );
    expect(readFileSync(join(dataDir, 'patchbay.db')).equals(before)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(wrong);
    writeFileSync(file, right);
    expect(await token(await open())).toBe('ghp_secret');
  });

  it('is never made anew when something is sealed already', async () => {
    const { file, open } = setup();
    await (await open()).close();
    renameSync(file, `${file}.lost`);
    await expect(open()).rejects.toMatchObject({ code: 'SECRETS_KEY_MISSING' });
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('is made once by hubs that share a folder', () => {
    const { dataDir, file } = setup();
    const { create } = masterKeysFrom({ file, passwords: [] });
    create();
    const first = readFileSync(file, 'utf8');
    create();
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(readdirSync(dataDir)).toEqual(['secrets.key']);
  });

  it('says that a damaged key file is one', async () => {
    const { dataDir, file, open } = setup();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, 'not a key');
    await expect(open()).rejects.toThrow('has a line that is not 32 bytes in base64');
    writeFileSync(file, '\n');
    await expect(open()).rejects.toThrow(`${file}, which is empty.`);
    expect(readFileSync(file, 'utf8')).toBe('\n');
  });

  it('may be replaced: the first line seals from now on, older lines still open', async () => {
    const { file, open, token } = setup();
    const first = await open();
    await first.servers.add(aServer({ credentials }));
    await first.close();
    const old = readFileSync(file, 'utf8');
    const fresh = Buffer.alloc(32, 9).toString('base64');
    writeFileSync(file, `${fresh}\n${old}`);
    await (await open()).close();
    writeFileSync(file, fresh);
    expect(await token(await open())).toBe('ghp_secret');
  });
});

describe('a master password', () => {
  it('seals instead of a file, and no file is made', async () => {
    const { file, open, token } = setup();
    const first = await open('correct horse');
    await first.servers.add(aServer({ credentials }));
    await first.close();
    expect(() => statSync(file)).toThrow('ENOENT');
    expect(await token(await open('correct horse'))).toBe('ghp_secret');
  });

  it('refuses to start when it is wrong, and does not repeat it', async () => {
    const { open } = setup();
    await (await open('correct horse')).close();
    const failure = await open('battery staple').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SECRETS_KEY_WRONG' });
    expect(inspect(failure)).not.toContain('staple');
  });

  it('can be changed by naming the previous one once', async () => {
    const { open, token } = setup();
    const first = await open('old');
    await first.servers.add(aServer({ credentials }));
    await first.close();
    await (await open('new', 'old')).close();
    expect(await token(await open('new'))).toBe('ghp_secret');
  });

  it('can take over from a key file, which is then no longer needed', async () => {
    const { file, open, token } = setup();
    const first = await open();
    await first.servers.add(aServer({ credentials }));
    await first.close();
    await (await open('a password')).close();
    rmSync(file);
    expect(await token(await open('a password'))).toBe('ghp_secret');
  });
});

describe('rotating', () => {
  it('seals everything with a new key and destroys the old one', async () => {
    const { open, token } = setup();
    const store = await open();
    for (let n = 0; n < 250; n += 1)
      await store.servers.add(aServer({ name: `server-${String(n)}`, credentials }));
    await store.servers.add(aServer({ credentials }));
    const before = await store.vault.rotate();
    const after = await store.vault.rotate();
    expect(before).toMatchObject({ resealed: 251, removedKeys: 1 });
    expect(after.keyId).not.toBe(before.keyId);
    expect(await token(store)).toBe('ghp_secret');
    await store.close();
    expect(await token(await open())).toBe('ghp_secret');
  });

  it('gives the same answer to those who ask together', async () => {
    const { open } = setup();
    const store = await open();
    const [one, other] = await Promise.all([store.vault.rotate(), store.vault.rotate()]);
    expect(one).toBe(other);
  });

  it('keeps what is stored while it runs', async () => {
    const { open } = setup();
    const store = await open();
    for (let n = 0; n < 120; n += 1)
      await store.servers.add(aServer({ name: `server-${String(n)}`, credentials }));
    const fresh = credentialsSchema.parse({ bearerToken: 'fresh' });
    const rotation = store.vault.rotate();
    await Promise.all([
      ...Array.from({ length: 40 }, (_, n) =>
        store.servers.add(aServer({ name: `added-${String(n)}`, credentials })),
      ),
      ...Array.from({ length: 40 }, (_, n) =>
        store.servers.update(aServer({ name: `server-${String(n)}`, credentials: fresh })),
      ),
    ]);
    await rotation;
    const tokens = (await store.servers.list()).map((server) => server.credentials.bearerToken?.reveal());
    expect(tokens.filter((token) => token === 'fresh')).toHaveLength(40);
    expect(tokens.filter((token) => token === 'ghp_secret')).toHaveLength(120);
  });

  it('goes on after a kill at any moment, and loses no secret', async () => {
    const { dataDir, open } = setup();
    const first = await open();
    for (let n = 0; n < 300; n += 1)
      await first.servers.add(aServer({ name: `server-${String(n)}`, credentials }));
    await first.close();
    let unfinished = 0;
    for (let kill = 0; kill < 15; kill += 1) {
      const rotating = spawn('node', [child, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(rotating.stdout, 'data');
      await delay(Math.random() * 100);
      rotating.kill('SIGKILL');
      await once(rotating, 'exit');
      const store = await open();
      const tokens = (await store.servers.list()).map((server) => server.credentials.bearerToken?.reveal());
      expect(new Set(tokens)).toEqual(new Set(['ghp_secret']));
      unfinished += store.vault.isRotationUnfinished ? 1 : 0;
      await store.close();
    }
    expect(unfinished).toBeGreaterThan(0);
    const last = await open();
    await last.vault.finishRotation();
    expect(last.vault.isRotationUnfinished).toBe(false);
    expect(await last.servers.list()).toHaveLength(300);
  });
});
