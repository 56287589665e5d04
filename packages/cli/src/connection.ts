import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client } from '@patchbay/client';
import { fail, isLoopback } from '@patchbay/contracts';
import { z } from 'zod';
import type { Terminal } from './command.ts';

const defaultUrl = 'http://127.0.0.1:8080';

export interface Connection {
  readonly client: Client;
  /** Which hub is asked, and as whom, for when it refuses. */
  readonly asked: string;
}

type Surroundings = Pick<Terminal, 'environment' | 'isProcess'>;

/** The hub that is meant: the one named in the environment, or the one that runs in this folder. */
export function connect(surroundings: Surroundings): Connection {
  const { url, key, asked } = locate(surroundings);
  return { client: createClient(key === undefined ? { url } : { url, key }), asked };
}

export interface Located {
  readonly url: string;
  readonly key: string | undefined;
  /** The data directory whose key file that key is from. */
  readonly dataDir?: string | undefined;
  readonly asked: string;
  /** Nobody named it, and none runs here: it is only where one would be. */
  readonly isGuess: boolean;
}

export function locate({ environment, isProcess }: Surroundings): Located {
  const dataDir = environment['PATCHBAY_DATA_DIR'] || '.patchbay';
  const running = readRunning(dataDir, isProcess);
  const named = readUrl(environment['PATCHBAY_URL']);
  const url = named ?? running?.url ?? defaultUrl;
  const given = readKey(environment['PATCHBAY_KEY']);
  if (given) return { url, key: given, asked: `Asked ${url} with PATCHBAY_KEY.`, isGuess: false };
  // A key file belongs to the hub that runs here, and is never sent to another.
  const keyFile = running && isSameHub(url, running.url) ? running.keyFile : null;
  return { url, isGuess: !named && !running, ...keyIn(dataDir, keyFile, url) };
}

function keyIn(dataDir: string, keyFile: string | null, url: string): Omit<Located, 'url' | 'isGuess'> {
  if (keyFile === null) return { key: undefined, asked: `Asked ${url} without a key. ${howToGetOne}` };
  const file = join(dataDir, keyFile);
  return { key: readFileSync(file, 'utf8').trim(), dataDir, asked: `Asked ${url} with the key in ${file}.` };
}

const howToGetOne =
  'Set PATCHBAY_KEY; or, on the machine of the hub, go to the folder it was started in or set PATCHBAY_DATA_DIR.';

const runningSchema = z.object({ url: z.url(), pid: z.number(), keyFile: z.string().nullable() });

/** What the hub of this data directory left for us, if it still runs. */
function readRunning(dataDir: string, isProcess: Terminal['isProcess']) {
  const file = join(dataDir, 'hub.json');
  if (!existsSync(file)) return undefined;
  const running = runningSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return isProcess(running.pid) ? running : undefined;
}

function readUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (isAddress) return text;
  throw wrong('PATCHBAY_URL', `"${text}" is not an address. Write it as ${defaultUrl}.`);
}

function readKey(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const key = text.trim();
  if (key === '') throw wrong('PATCHBAY_KEY', 'It is set to nothing. Give it a key, or unset it.');
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw wrong('PATCHBAY_KEY', 'It has characters that no key has, such as spaces or line breaks.');
}

function isSameHub(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  const sameHost = a.hostname === b.hostname || (isLoopback(a.hostname) && isLoopback(b.hostname));
  return sameHost && a.port === b.port && a.protocol === b.protocol;
}

function wrong(path: string, message: string) {
  return fail('INPUT_INVALID', { problems: [{ path, message }] });
}
