import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client } from '@patchbay/client';
import { fail } from '@patchbay/contracts';
import type { Terminal } from './command.ts';

const defaultUrl = 'http://127.0.0.1:8080';

/** A client for the hub that is meant: the one named in the environment, or the one that runs in this folder. */
export function connect({ environment }: Pick<Terminal, 'environment'>): Client {
  const dataDir = environment['PATCHBAY_DATA_DIR'] || '.patchbay';
  const url = environment['PATCHBAY_URL'] || readLine(join(dataDir, 'hub.url')) || defaultUrl;
  if (!URL.canParse(url)) {
    const message = `"${url}" is not an address. Write it as ${defaultUrl}.`;
    throw fail('INPUT_INVALID', { problems: [{ path: 'PATCHBAY_URL', message }] });
  }
  return createClient({ url, key: environment['PATCHBAY_KEY'] || localKey(url, dataDir) });
}

/** The key file belongs to a hub on this machine and is never sent to another. */
function localKey(url: string, dataDir: string): string | undefined {
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
  return isLocal ? readLine(join(dataDir, 'admin.key')) : undefined;
}

function readLine(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
