import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@patchbay/contracts';
import type { Ledger } from './ledger.ts';
import type { Carrier, WireClientOptions } from './wire-client.ts';

/** A program between the client and the hub, one message a line. */
export async function openStdio(options: WireClientOptions, ledger: Ledger): Promise<Carrier> {
  const { url, key, program = [] } = options;
  const env = { ...process.env, PATCHBAY_URL: url, PATCHBAY_KEY: key };
  const [command = '', ...args] = program;
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const gone = once(child, 'exit');
  child.stdin.on('error', () => {}); // it may be gone before us
  createInterface({ input: child.stdout }).on('line', (line) => ledger.hear(JSON.parse(line) as JsonObject));
  return {
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    async close() {
      child.stdin.end();
      await gone;
    },
  };
}
