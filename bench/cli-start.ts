import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, report } from './support/report.ts';

// How long does somebody who types `patchbay …` wait before anything is done, beside a Node that does nothing?

const rounds = Number(process.argv[2] ?? 15);
const bin = join(import.meta.dirname, '..', 'packages', 'cli', 'bin', 'patchbay.js');
const home = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));

/** Nothing listens at port 9, so that only the start of a command that asks a hub is seen. */
const env = { PATH: process.env['PATH'], HOME: home, PATCHBAY_URL: 'http://127.0.0.1:9', PATCHBAY_KEY: 'x' };

const lines: Readonly<Record<string, readonly string[]>> = {
  'bare node': ['-e', '0'],
  'patchbay --version': [bin, '--version'],
  'patchbay --help': [bin, '--help'],
  'patchbay servers list --help': [bin, 'servers', 'list', '--help'],
  'patchbay servers list, no hub': [bin, 'servers', 'list'],
};

async function timeOf(args: readonly string[]): Promise<number> {
  const began = performance.now();
  await once(spawn('node', args, { env, stdio: 'ignore' }), 'exit');
  return performance.now() - began;
}

const samples = new Map<string, number[]>();
for (let round = 0; round <= rounds; round += 1)
  for (const [name, args] of Object.entries(lines)) {
    const ms = await timeOf(args);
    if (round > 0) samples.set(name, [...(samples.get(name) ?? []), ms]); // the first one compiles
  }
rmSync(home, { recursive: true });

const base = median(samples.get('bare node') ?? []);
report(
  `From the command line to its end, ${String(rounds)} interleaved rounds`,
  [...samples].map(([name, all]) => ({
    line: name,
    'median ms': median(all),
    'fastest ms': Math.min(...all),
    'over bare ms': median(all) - base,
    'to bare': median(all) / base,
  })),
);
