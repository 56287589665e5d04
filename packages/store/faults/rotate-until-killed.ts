import { openStore } from '../src/open-store.ts';

// Run by vault.test.ts: rotates the keys of a store again and again, until it is killed.

const [dataDir = ''] = process.argv.slice(2);
const store = await openStore({
  database: 'sqlite',
  dataDir,
  masterPasswords: [],
  clock: { now: () => new Date() },
});
process.stdout.write('rotating\n');
for (;;) await store.vault.rotate();
