import { argon2, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
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
    read: () => [...fromPasswords, ...readKeyFile(file, fromPasswords.length > 0)],
    create: () => createKeyFile(file),
    named: passwords.length > 0 ? 'the master password that was given' : file,
  };
}

/** For a database that is gone when it is closed. */
export function masterKeyInMemory(): MasterKeys {
  const master: MasterKey = { kind: 'file', key: randomBytes(32) };
  return { read: () => [master], create: () => {}, named: 'the key in memory' };
}

/** Written whole beside its place, so that no hub reads half a key. */
function createKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, `${randomBytes(32).toString('base64')}\n`);
    fsyncSync(handle);
    placeKeyFile(draft, file);
  } finally {
    closeSync(handle);
    rmSync(draft);
  }
}

/** Whole or not at all, and unlike a rename never over a key that is there. */
function placeKeyFile(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return; // another hub was faster, and its key counts
    copyFileSync(draft, file, constants.COPYFILE_EXCL); // not every file system has links
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function readKeyFile(file: string, isOptional: boolean): MasterKey[] {
  if (!existsSync(file)) return [];
  makePrivate(file);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0 && !isOptional)
    throw fail('SECRETS_KEY_WRONG', { tried: `${file}, which is empty` });
  return lines.map((line) => {
    const key = Buffer.from(line, 'base64');
    if (key.length === 32) return { kind: 'file', key };
    throw fail('SECRETS_KEY_WRONG', { tried: `${file}, which has a line that is not 32 bytes in base64` });
  });
}

/** A file that was mounted for us may belong to somebody else, who chose its mode. */
function makePrivate(file: string): void {
  if ((statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'EROFS') throw error;
  }
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
