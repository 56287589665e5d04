import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, report } from './support/report.ts';

// How long from `patchbay up` until it serves, beside a Node that does nothing but serve?

const rounds = Number(process.argv[2] ?? 9);
const bin = join(import.meta.dirname, '..', 'packages', 'cli', 'bin', 'patchbay.js');
const bare =
  "require('node:http').createServer((q,s)=>s.end()).listen(0,'127.0.0.1',function(){console.log('http://127.0.0.1:'+this.address().port)})";

interface Start {
  readonly ms: number;
  readonly rssMb: number;
}

async function start(args: readonly string[], cache: string): Promise<Start> {
  const began = performance.now();
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache };
  const child = spawn('node', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await firstUrl(child.stdout);
  await fetch(`${url}/health/ready`);
  const ms = performance.now() - began;
  const rssMb =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8'))?.[1]) / 1_024;
  child.kill();
  await once(child, 'exit');
  return { ms, rssMb };
}

async function firstUrl(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += String(chunk);
    const [url] = /http:\/\/[\d.]+:\d+/.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`it ended without serving:\n${text}`);
}

const up = (dataDir: string): string[] => [bin, 'up', '--port', '0', '--data-dir', dataDir];
const samples = new Map<string, Start[]>();
const add = (name: string, sample: Start): void =>
  void samples.set(name, [...(samples.get(name) ?? []), sample]);

for (let round = 0; round < rounds; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
  const cache = join(folder, 'cache');
  const dataDir = join(folder, 'data');
  add('bare node:http', await start(['-e', bare], cache));
  add('hub, first start ever', await start(up(dataDir), cache));
  add('hub, first start, code compiled before', await start(up(join(folder, 'other')), cache));
  add('hub, next start', await start(up(dataDir), cache));
  rmSync(folder, { recursive: true });
}

const base = median((samples.get('bare node:http') ?? []).map(({ ms }) => ms));
report(
  `From start to serving, median of ${String(rounds)} interleaved rounds`,
  [...samples].map(([name, starts]) => {
    const ms = median(starts.map((sample) => sample.ms));
    return { start: name, ms, 'to bare': ms / base, 'RSS MB': median(starts.map(({ rssMb }) => rssMb)) };
  }),
);
