import { hash, randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import {
  AuditLog,
  createDescribeCall,
  createToAuditItem,
  createWarnings,
  Journal,
  type Timers,
} from '@patchbay/core';
import { aPrincipal } from '@patchbay/testkit/builders';
import { openStore } from '../src/open-store.ts';

// Run by audit-durability.test.ts: does calls that have an effect as fast as it can, each as the hub does it, until
// it is killed. An effect is a line in a file, written when the note of the call is on disk. A dot for each.

const [database = '', dataDir = '', notes = ''] = process.argv.slice(2);
const effects = openSync(notes, 'a');
const clock = { now: () => new Date() };
const timers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const takePrint = (text: string) => ({ digest: hash('sha256', text), bytes: text.length });
const describeCall = createDescribeCall({ toolDigest: () => 'd', takePrint });
const store = await openStore({ database, dataDir, masterPasswords: [], clock });
const journal = new Journal(store.intents);
const audit = new AuditLog({
  store: store.audit,
  toItem: createToAuditItem({ describeCall, takePrint }),
  digest: { sha256: (text) => hash('sha256', text) },
  clock,
  timers,
  warnings: createWarnings(clock),
  log: { debug() {}, info() {}, warn() {}, error() {} },
  onWritten: () => {},
  onDropped: () => {},
});
const principal = aPrincipal();

async function call(): Promise<never> {
  for (;;) {
    const id = randomUUID();
    const at = clock.now();
    await journal.begin({ id, principal: principal.id, via: 'rest', server: 's', tool: 't', at });
    writeSync(effects, `${id}\n`);
    const asked = { id, principal, via: 'rest', name: 's.t', arguments: { id } } as const;
    const trail = { attempts: 1, isNoted: true };
    audit.record({ call: asked, trail, at, outcome: 'ok', tookMs: 1, result: { content: [] } });
    process.stdout.write('.');
  }
}

await Promise.all(Array.from({ length: 16 }, call));
