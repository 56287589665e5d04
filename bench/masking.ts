import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createMasking, createStoredCredentials, type ForeignPattern } from '@patchbay/core';
import type { MaskingName, ToolResult } from '@patchbay/contracts';
import { compilePattern } from '../apps/hub/src/patterns.ts';
import { readYamlNodes } from '../apps/hub/src/read-yaml-nodes.ts';
import { createRandom } from '../simulation/random.ts';
import { alphabets, textOf } from '../test/support/masking/alphabets.ts';
import { hostileTexts, plainTexts } from './support/long-texts.ts';
import { median, report, type Row } from './support/report.ts';

// What does masking cost a small clean result, and what does a long one do to the event loop?

const rounds = Number(process.argv[2] ?? 5);
const mib = 1 << 20;
const random = createRandom(7);
const secrets = Array.from({ length: 50 }, () => `sk-live-${textOf(random, alphabets.base62, 32)}`);
const own: ForeignPattern[] = [String.raw`ACME-\d{6,}`, '(?i)internal-[a-z0-9]{8,}'].map((source, at) => ({
  name: `own_${String(at)}`,
  pattern: compilePattern(source),
  replacement: '[MASKED]',
}));

/** The longest that a masker worked without a stop. */
let longestStepMs = 0;
let steppedAt = 0;

function createMasker(names: readonly MaskingName[], foreign: readonly ForeignPattern[] = []) {
  const masking = createMasking({
    names,
    foreign,
    known: createStoredCredentials(secrets).values,
    readYaml: readYamlNodes,
    clock: { now: () => new Date() },
    async breathe() {
      endStep();
      await new Promise((resolve) => void setImmediate(resolve));
      steppedAt = performance.now();
    },
    log: {
      debug() {},
      info() {},
      warn() {},
      error: (event, fields) => void process.stderr.write(`${event} ${String(fields?.['error'])}\n`),
    },
    onMasked() {},
  });
  return masking.of(undefined);
}

function endStep(): void {
  longestStepMs = Math.max(longestStepMs, performance.now() - steppedAt);
}

/** Of this process alone: others use the same cores. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const clean = JSON.stringify({
  name: 'patchbay',
  ok: true,
  items: [1, 2, 3],
  message: 'The quick brown fox jumps over the lazy dog',
  path: '/usr/local/lib/node_modules',
  at: '2026-01-01T00:00:00Z',
});
const small: Readonly<Record<string, ToolResult>> = {
  'text, 170 bytes': { content: [{ type: 'text', text: clean }] },
  'the same, structured': { content: [], structuredContent: JSON.parse(clean) as ToolResult },
  'both, as most servers answer': {
    content: [{ type: 'text', text: clean }],
    structuredContent: JSON.parse(clean) as ToolResult,
  },
  'a text of 4 KiB': { content: [{ type: 'text', text: (plainTexts['prose'] ?? '').slice(0, 4_096) }] },
};

function microseconds(masker: ReturnType<typeof createMasker>, result: ToolResult): number {
  const calls = 50_000;
  const samples = Array.from({ length: rounds + 1 }, () => {
    const began = cpuMs();
    for (let call = 0; call < calls; call += 1) void masker.result(result);
    return ((cpuMs() - began) * 1_000) / calls;
  });
  return Math.min(...samples.slice(1)); // the first warms up
}

const groups: Readonly<Record<string, readonly MaskingName[]>> = {
  none: [],
  security: ['security'],
  all: ['all'],
};
report(
  `Small results: CPU µs each, ${String(secrets.length)} stored credentials, least of ${String(rounds)} rounds, since neighbours only add to it`,
  Object.entries(small).map(([what, result]) => ({
    result: what,
    ...Object.fromEntries(
      Object.entries(groups).map(([name, names]) => [name, microseconds(createMasker(names), result)]),
    ),
  })),
);

async function measure(masker: ReturnType<typeof createMasker>, text: string) {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  longestStepMs = 0;
  loop.enable();
  const began = cpuMs();
  steppedAt = performance.now();
  const { content } = await masker.result({ content: [{ type: 'text', text }] });
  endStep();
  const ms = ((cpuMs() - began) * mib) / text.length;
  await new Promise((resolve) => void setTimeout(resolve, 2));
  loop.disable();
  return { ms, stepMs: longestStepMs, loopMs: loop.max / 1e6, isMasked: content[0]?.['text'] !== text };
}

type Sample = Awaited<ReturnType<typeof measure>>;

async function rowOf(text: string, what: string): Promise<Row> {
  const [all, withOwn] = [createMasker(['all']), createMasker(['all'], own)];
  await measure(all, text); // warms up
  const samples: Sample[] = [];
  const others: Sample[] = [];
  for (let round = 0; round < rounds; round += 1) {
    samples.push(await measure(all, text));
    others.push(await measure(withOwn, text));
  }
  const least = (of: readonly Sample[]): number => Math.min(...of.map(({ ms }) => ms));
  const middle = (pick: (sample: Sample) => number): number => median(samples.map(pick));
  return {
    text: what,
    'ms/MiB': least(samples),
    'and two of the config': least(others),
    'longest step ms': middle(({ stepMs }) => stepMs),
    'loop max ms': middle(({ loopMs }) => loopMs),
    masked: samples.some(({ isMasked }) => isMasked) ? 'yes' : 'no',
  };
}

const rows: Row[] = [];
for (const [what, text] of Object.entries({ ...plainTexts, ...hostileTexts }))
  rows.push(await rowOf(text, what));
process.stdout.write('\n');
report(
  'A MiB of text, all groups on: least CPU ms for a MiB, and how long others waited (medians). Goals: 50 and 100',
  rows,
);
