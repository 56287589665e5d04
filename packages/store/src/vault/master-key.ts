import { argon2, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { fail } from '@patchbay/contracts';

/** What seals the data keys: 32 bytes in a file, or what argon2id makes of a password. */
export type MasterKey =
  | { readonly kind: 'file'; readonly key: Uint8Array }
  | { readonly kind: 'password'; readonly password: string };

/** Where master keys come from. The first one seals from now on; the others only open. */
export interface MasterKeys {
  readonly read: () => readonly MasterKey[];
  /** Called only when there is none and nothing is sealed yet: a new key would not open the old secrets. */
  readonly create: () => void;
  /** For messages: the file, or the password. */
  readonly named: string;
}

export interface MasterKeySource {
  /** Made on first start if there is no password. Lines below the first are older keys. */
  readonly file: string;
  /** Newest first. */
  readonly passwords: readonly string[];
}

export function masterKeysFrom({ file, passwords }: MasterKeySource): MasterKeys {
  const fromPasswords = passwords.map((password): MasterKey => ({ kind: 'password', password }));
  return {
    read: () => [...fromPasswords, ...(existsSync(file) ? parseKeyFile(file) : [])],
    create: () => createKeyFile(file, randomBytes(32)),
    named: passwords.length > 0 ? 'the master password that was given' : file,
  };
}

/** For a database that is gone when it is closed. */
export function masterKeyInMemory(): MasterKeys {
  const master: MasterKey = { kind: 'file', key: randomBytes(32) };
  return { read: () => [master], create: () => {}, named: 'the key in memory' };
}

/** Written whole beside its place and linked there: no hub reads half a key, and none overwrites one. */
function createKeyFile(file: string, key: Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const whole = `${file}.${randomUUID()}`;
  writeFileSync(whole, `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(whole, file);
  } catch (error) {
    if (!existsSync(file)) throw error; // another hub in this folder was faster, and its key is as good
  } finally {
    rmSync(whole);
  }
}

function parseKeyFile(file: string): MasterKey[] {
  chmodSync(file, 0o600);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const key = Buffer.from(line, 'base64');
    if (key.length === 32) return { kind: 'file', key };
    throw fail('SECRETS_KEY_WRONG', { tried: `${file}, which has a line that is not 32 bytes in base64` });
  });
}

const derive = promisify(argon2);

/** The bytes that seal. `salt` matters for passwords only. About a quarter of a second each. */
export async function masterKeyBytes(master: MasterKey, salt: string): Promise<Uint8Array> {
  if (master.kind === 'file') return master.key;
  const nonce = Buffer.from(salt, 'base64url');
  const cost = { parallelism: 4, memory: 64 * 1024, passes: 3, tagLength: 32 };
  return derive('argon2id', { message: master.password, nonce, ...cost });
}

export function newSalt(master: MasterKey): string {
  return master.kind === 'file' ? '' : randomBytes(16).toString('base64url');
}
