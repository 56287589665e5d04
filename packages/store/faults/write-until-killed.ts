import { openSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { credentialsSchema } from '@patchbay/contracts';
import { aServer } from '@patchbay/testkit/builders';
import { openStore } from '../src/open-store.ts';

// Run by durability.test.ts: registers servers as fast as it can and notes the name of each one that was
// acknowledged, and says a dot for each, until it is killed. `!name` is one that the store says was there before, which cannot be.

const [database = '', dataDir = '', prefix = '', notes = ''] = process.argv.slice(2);
const acknowledged = openSync(notes, 'a');
const store = await openStore({ database, dataDir, masterPasswords: [], clock: { now: () => new Date() } });
flushCompileCache(); // for the next one, since this one will not live to do it at its end
const writers = 16;
let count = 0;

async function write(): Promise<never> {
  for (;;) {
    const name = `${prefix}-${String((count += 1))}`;
    const credentials = credentialsSchema.parse({ bearerToken: `token of ${name}` });
    try {
      const added = await store.servers.add(aServer({ name, credentials }));
      writeSync(acknowledged, added ? `${name}\n` : `!${name}\n`);
      process.stdout.write('.');
    } catch {
      // Not acknowledged, so nothing is owed.
    }
  }
}

await Promise.all(Array.from({ length: writers }, write));
