import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AuditLog,
  createDescribeCall,
  createToAuditItem,
  createToolDigest,
  createWarnings,
  genesis,
  Journal,
  verifyChain,
  type CallRecord,
  type PrincipalId,
  type TakePrint,
} from '@patchbay/core';
import { openStore, type Store } from '@patchbay/store';
import { createSmallHub } from '@patchbay/testkit';
import { createDatabase, startPostgres } from '@patchbay/testkit/postgres';
import { median, report, type Row } from './support/report.ts';

// What does the audit cost a call, and how fast is it written and verified?

const callsInRound = Number(process.argv[2] ?? 20_000);
const rowCount = Number(process.argv[3] ?? 100_000);
const rounds = 7;
const atOnce = 64;
const clock = { now: () => new Date() };
const timers = {
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const digest = { sha256: (text: string) => hash('sha256', text) };
const takePrint: TakePrint = (text) => ({ digest: digest.sha256(text), bytes: Buffer.byteLength(text) });
const describeCall = createDescribeCall({ toolDigest: createToolDigest(digest), takePrint });
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));

function open(name: string, database = 'sqlite'): Promise<Store> {
  return openStore({ database, dataDir: join(folder, name), masterPasswords: [], clock });
}

function createLog({ audit }: Store): AuditLog {
  return new AuditLog({
    store: audit,
    toItem: createToAuditItem({ describeCall, takePrint }),
    digest,
    clock,
    timers,
    warnings: createWarnings(clock),
    log: quiet,
    onWritten: () => {},
    onDropped: (rows) => process.stderr.write(`${String(rows)} rows were dropped\n`),
    maxWaiting: 1_000_000,
  });
}

type SmallHub = ReturnType<typeof createSmallHub>;
interface Subject {
  readonly hub: SmallHub;
  readonly settle: () => Promise<void>;
}

const principal = {
  kind: 'key',
  id: 'key:bench' as PrincipalId,
  name: 'bench',
  roles: ['operator'],
  permissions: [],
  expiresAt: null,
} as const;
const args = { message: 'x'.repeat(40), count: 3 };
const result = { content: [{ type: 'text', text: 'y'.repeat(200) }] };

/** A server in memory whose tool either only reads or could have an effect. */
async function prepare(hub: SmallHub, isSafe: boolean): Promise<void> {
  const { upstream, supervisor, server } = await hub.addServer('bench', ['echo']);
  upstream.onCall = () => {
    upstream.asked.length = 0;
    return { result };
  };
  upstream.tools = [{ name: 'echo', description: 'Echoes.', annotations: { readOnlyHint: true } }];
  await supervisor.redefine({ ...server, settings: { ...server.settings, trustAnnotations: isSafe } }, false);
  await hub.catalog.sync(server, await supervisor.ensure());
}

type Kind = 'unaudited' | 'audited';

async function subject(store: Store, kind: Kind, isSafe: boolean): Promise<Subject> {
  const log = createLog(store);
  const ended: string[] = [];
  /** As it was before there was an audit: notes go in batches, and nothing else is written. */
  const endNotes = async (): Promise<void> => {
    if (ended.length > 0) await store.audit.append(genesis, [], { ended: ended.splice(0), unknown: [] });
  };
  const hub = createSmallHub({
    describeCall,
    journal: new Journal(store.intents),
    onCalled(record) {
      if (kind === 'audited') log.record(record);
      else if (record.trail.isNoted && ended.push(record.call.id) === 1)
        timers.after(25, () => void endNotes());
    },
  });
  await prepare(hub, isSafe);
  return { hub, settle: () => (kind === 'audited' ? log.flush() : endNotes()) };
}

interface Cpu {
  /** Of the whole process, the thread that writes included. */
  readonly all: number;
  /** Of the thread that serves. */
  readonly own: number;
}

async function cpuOfRound({ hub, settle }: Subject): Promise<Cpu> {
  let left = callsInRound;
  const before = { all: process.cpuUsage(), own: process.threadCpuUsage() };
  const worker = async (): Promise<void> => {
    while ((left -= 1) >= 0)
      await hub.callTool({
        id: crypto.randomUUID(),
        principal,
        via: 'mcp',
        name: 'bench.echo',
        arguments: args,
      });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await settle();
  const perCall = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / callsInRound;
  return { all: perCall(process.cpuUsage(before.all)), own: perCall(process.threadCpuUsage(before.own)) };
}

async function costOfCalls(): Promise<void> {
  const stores = { audited: await open('audited'), unaudited: await open('unaudited') };
  const subjects = {
    'only reads': await subject(stores.unaudited, 'unaudited', true),
    'only reads, audited': await subject(stores.audited, 'audited', true),
    'could have an effect': await subject(stores.unaudited, 'unaudited', false),
    'could have an effect, audited': await subject(stores.audited, 'audited', false),
  };
  const samples = new Map<string, Cpu[]>(Object.keys(subjects).map((name) => [name, []]));
  for (const one of Object.values(subjects)) await cpuOfRound(one); // warm
  for (let round = 0; round < rounds; round += 1)
    for (const [name, one] of Object.entries(subjects)) samples.get(name)?.push(await cpuOfRound(one));
  const middle = (name: string, of: keyof Cpu): number =>
    median((samples.get(name) ?? []).map((sample) => sample[of]));
  const rows: Row[] = [...samples.keys()].map((call) => {
    const without = call.replace(', audited', '');
    return {
      call,
      'CPU µs': middle(call, 'all'),
      'of it the audit': middle(call, 'all') - middle(without, 'all'),
      'and that on the loop': middle(call, 'own') - middle(without, 'own'),
    };
  });
  report(
    `The stages of a call, to a server in memory, ${String(atOnce)} at once; SQLite in a file; median of ${String(rounds)} interleaved rounds of ${String(callsInRound)}`,
    rows,
  );
  await Promise.all(Object.values(stores).map((store) => store.close()));
}

function records(count: number): CallRecord[] {
  const at = new Date();
  return Array.from({ length: count }, (_, n) => ({
    call: { id: `c${String(n)}`, principal, via: 'mcp', name: 'bench.echo', arguments: args },
    trail: { attempts: 1, args },
    at,
    outcome: 'ok',
    tookMs: 3,
    result,
  }));
}

async function writeAndVerify(name: string, store: Store): Promise<Row> {
  const log = createLog(store);
  const began = performance.now();
  for (const record of records(rowCount)) log.record(record);
  await log.close();
  const written = performance.now();
  const { rows, firstBroken } = await verifyChain({ store: store.audit, digest });
  const verified = performance.now();
  if (rows !== rowCount || firstBroken) throw new Error('The chain is broken.');
  const rare = await store.audit.list({ filter: { server: 'nowhere' }, limit: 100 });
  const searched = performance.now();
  const perSecond = (ms: number): number => (rowCount / ms) * 1_000;
  return {
    store: name,
    'rows written a second': perSecond(written - began),
    'verified a second': perSecond(verified - written),
    'searched a second': perSecond(searched - verified - rare.length),
  };
}

await costOfCalls();
const postgres = await startPostgres({ durable: true });
const database = await createDatabase(postgres.adminUrl, 'bench');
const stores = { SQLite: await open('rows'), PostgreSQL: await open('postgres', database) };
const rows: Row[] = [];
for (const [name, store] of Object.entries(stores)) rows.push(await writeAndVerify(name, store));
process.stdout.write('\n');
report(`${String(rowCount)} rows`, rows);
await Promise.all(Object.values(stores).map((store) => store.close()));
await postgres.stop();
rmSync(folder, { recursive: true });
