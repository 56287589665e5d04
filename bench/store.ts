import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { createCachedServerStore, type ServerName } from '@patchbay/core';
import { openStore, type Store } from '@patchbay/store';
import { aServer } from '@patchbay/testkit/builders';
import { createDatabase, startPostgres } from '@patchbay/testkit/postgres';
import { median, percentile, report, type Row } from './support/report.ts';

// How many durable registrations a second, and what does waiting for the disk do to the event loop?

const seconds = Number(process.argv[2] ?? 1.5);
const rounds = 3;
const clock = { now: () => new Date() };
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));

type Write = () => Promise<unknown>;

interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly loopMaxMs: number;
}

async function measure(write: Write, concurrency: number): Promise<Sample> {
  const took: number[] = [];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const began = performance.now();
  const until = began + seconds * 1_000;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now();
      await write();
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  loop.disable();
  const elapsed = (performance.now() - began) / 1_000;
  return {
    perSecond: took.length / elapsed,
    p50: median(took),
    p99: percentile(took, 0.99),
    loopMaxMs: loop.max / 1e6,
  };
}

let count = 0;
const addTo =
  (store: Store): Write =>
  () =>
    store.servers.add(aServer({ name: `s${String((count += 1))}`, id: `i${String(count)}` }));

/** The naive way: a durable commit each, on the thread that serves. */
function naive(): Write {
  const db = new DatabaseSync(join(folder, 'naive.db'));
  db.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; create table t (id text primary key, config text)',
  );
  const insert = db.prepare('insert into t values (?, ?)');
  const config = JSON.stringify(aServer());
  return async () => {
    insert.run(`n${String((count += 1))}`, config);
    await new Promise(setImmediate);
  };
}

const postgres = await startPostgres({ durable: true });
const database = await createDatabase(postgres.adminUrl, 'bench');
const open = (address: string, name: string) =>
  openStore({ database: address, dataDir: join(folder, name), masterPasswords: [], clock });
const sqlite = await open('sqlite', 'sqlite');
const onPostgres = await open(database, 'postgres');
const ways: Record<string, Write> = {
  'naive SQLite, on this thread': naive(),
  'store on SQLite': addTo(sqlite),
  'store on PostgreSQL': addTo(onPostgres),
};

const rows: Row[] = [];
for (const concurrency of [1, 16, 128]) {
  const samples = new Map<string, Sample[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, write] of Object.entries(ways))
      samples.get(name)?.push(await measure(write, concurrency));
  const base = median(samples.get('naive SQLite, on this thread')?.map(({ perSecond }) => perSecond) ?? []);
  for (const [name, own] of samples) {
    const perSecond = median(own.map((sample) => sample.perSecond));
    rows.push({
      write: name,
      'at once': concurrency,
      'a second': perSecond,
      'to naive': perSecond / base,
      'p50 ms': median(own.map(({ p50 }) => p50)),
      'p99 ms': median(own.map(({ p99 }) => p99)),
      'loop max ms': median(own.map(({ loopMaxMs }) => loopMaxMs)),
    });
  }
}
report(
  `Durable registrations (fsync on), median of ${String(rounds)} interleaved rounds of ${String(seconds)} s`,
  rows,
);

const few = await open('sqlite', 'few');
for (let n = 0; n < 100; n += 1) await few.servers.add(aServer({ name: `r${String(n)}` }));
const name = 'r50' as ServerName;
const cached = createCachedServerStore(few.servers, clock, 60_000);
const reads: Record<string, Write> = {
  'one of 100 servers, from the database': () => few.servers.find(name),
  'from memory': () => cached.find(name),
};
const readRows: Row[] = [];
for (const [what, read] of Object.entries(reads)) {
  const { perSecond, p50 } = await measure(read, 16);
  readRows.push({ read: what, 'a second': perSecond, 'p50 ms': p50 });
}
process.stdout.write('\n');
report('Reads', readRows);

await Promise.all([sqlite.close(), onPostgres.close(), few.close()]);
await postgres.stop();
rmSync(folder, { recursive: true });
