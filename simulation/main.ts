import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Violation } from './journal.ts';
import type { SeedReport } from './run-seed.ts';

// `npm run simulate -- --seeds 2000 [--from N] [--hours 1]`: does the core keep its promises in so many worlds?

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
  },
});
const [seeds, from, hours] = [Number(values.seeds), Number(values.from), Number(values.hours)];
if (![seeds, from, hours].every((value) => value > 0)) throw new Error('Each option is a number above 0.');

const total = { calls: 0, ok: 0, failed: 0, unknown: 0, attempts: 0, steps: 0 };
const broken: Violation[] = [];
/** The others are counted; they are likely the same. */
const shown = 3;
let done = 0;
const began = performance.now();

const workers = Math.min(availableParallelism(), seeds);
await Promise.all(Array.from({ length: workers }, (_, at) => runShare(from + at)));
print();
process.exitCode = broken.length === 0 ? 0 : 1;

/** Every so-manieth seed in a thread of its own. */
function runShare(first: number): Promise<void> {
  const workerData = { first, step: workers, last: from + seeds - 1, hours };
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on('message', add);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

function add(report: SeedReport): void {
  done += 1;
  for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += report[key]; // its own keys
  if (report.violation) broken.push(report.violation);
  if (process.stdout.isTTY)
    process.stdout.write(`\r${String(done)} of ${String(seeds)} seeds, ${String(broken.length)} violations`);
}

function print(): void {
  if (process.stdout.isTTY) process.stdout.write('\n');
  for (const violation of broken.toSorted((a, b) => a.seed - b.seed).slice(0, shown)) {
    const { seed, says, steps } = violation;
    const replay = `npm run simulate -- --from ${String(seed)} --seeds 1 --hours ${String(hours)}`;
    process.stdout.write(`\nSeed ${String(seed)}: ${says}\n${steps.join('\n')}\nReplay: ${replay}\n`);
  }
  const { user, system } = process.cpuUsage();
  const rows = {
    seeds,
    'virtual hours': seeds * hours,
    steps: total.steps,
    calls: total.calls,
    ok: total.ok,
    'lost or refused': total.failed,
    unknown: total.unknown,
    attempts: total.attempts,
    violations: broken.length,
    seconds: ((performance.now() - began) / 1_000).toFixed(1),
    'CPU seconds': ((user + system) / 1e6).toFixed(1),
  };
  const lines = Object.entries(rows).map(
    ([name, value]) => `${name.padEnd(16)} ${String(value).padStart(10)}`,
  );
  process.stdout.write(`\n${lines.join('\n')}\n`);
}
