import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { legacyCall, modernCall, modernList } from './support/asks.ts';
import { startHub, startProcess, type Child, type Hub } from './support/children.ts';
import { runLoad, type Load, type MakeAsk } from './support/load.ts';
import { median, report, type Row } from './support/report.ts';

// What does a call cost through the hub, beside no proxy, the least proxy, and one made of SDKs?

const seconds = Number(process.argv[2] ?? 1);
const rounds = 5;
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
const nodeFlags = process.argv[3] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.argv[3]}`];

interface Subject {
  readonly child: Child;
  readonly ask: MakeAsk;
  /** Connections to try it with, if not all. */
  readonly only?: readonly number[];
}

interface Sample extends Load {
  readonly cpuUs: number;
}

function newFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

async function measure({ child, ask }: Subject, connections: number, forSeconds = seconds): Promise<Sample> {
  const before = child.cpuUs();
  const load = await runLoad(ask, connections, forSeconds);
  return { ...load, cpuUs: (child.cpuUs() - before) / load.calls };
}

/** In turn, again and again, so that what else the machine does hits all alike. Medians of the rounds. */
async function compare<Name extends string>(
  subjects: Record<Name, Subject>,
  connections: number,
): Promise<Record<Name, Sample>> {
  const all = Object.entries<Subject>(subjects);
  const samples = new Map<string, Sample[]>(all.map(([name]) => [name, []]));
  for (const [, subject] of all) await measure(subject, connections, seconds / 4); // warm
  for (let round = 0; round < rounds; round += 1)
    for (const [name, subject] of all) samples.get(name)?.push(await measure(subject, connections));
  const middle = [...samples].map(([name, own]) => {
    const of = (key: keyof Sample): number => median(own.map((sample) => sample[key]));
    const sample = { calls: of('calls'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
    return [name, { ...sample, cpuUs: of('cpuUs') }];
  });
  return Object.fromEntries(middle) as Record<Name, Sample>; // the same names
}

const targets: Row[] = [];
function target(what: string, goal: string, { value, met }: { value: number; met: boolean }): void {
  targets.push({ target: what, goal, measured: value, '': met ? 'met' : 'missed' });
}
const atMost = (value: number, most: number) => ({ value, met: value <= most });
const atLeast = (value: number, least: number) => ({ value, met: value >= least });

async function calls(): Promise<void> {
  const upstream = await startProcess('http-upstream');
  const bare = await startProcess('bare-proxy', `${upstream.url}/mcp`);
  const sdk = await startProcess('sdk-proxy', `${upstream.url}/mcp`);
  const local = { command: process.execPath, args: [join(import.meta.dirname, 'processes', 'stdio-upstream.ts')] };
  const servers = [
    { name: 'bench', transport: 'http', url: `${upstream.url}/mcp` },
    { name: 'local', ...local },
  ];
  const hub = await startHub({ folder: newFolder('hub'), servers, nodeFlags });
  const to = { url: `${hub.url}/mcp`, key: hub.key };
  const subjects = {
    direct: { child: upstream, ask: modernCall(upstream, 'echo') },
    'bare proxy': { child: bare, ask: modernCall(bare, 'echo') },
    hub: { child: hub, ask: modernCall(to, 'bench__echo') },
    'hub, legacy session': { child: hub, ask: await legacyCall(to, 'bench__echo') },
    'hub, stdio server': { child: hub, ask: modernCall(to, 'local__echo') },
    'SDK on SDK': { child: sdk, ask: modernCall(sdk, 'echo') },
  };
  const rows: Row[] = [];
  const found = new Map<number, Record<keyof typeof subjects, Sample>>();
  for (const connections of [1, 16, 64]) {
    const samples = await compare(subjects, connections);
    found.set(connections, samples);
    for (const [name, { perSecond, p50, p99, cpuUs }] of Object.entries(samples))
      rows.push({
        call: name,
        connections,
        'a second': perSecond,
        'to direct': perSecond / samples.direct.perSecond,
        'p50 ms': p50,
        'p99 ms': p99,
        'CPU µs': cpuUs,
        'to bare': cpuUs / samples['bare proxy'].cpuUs,
      });
  }
  await Promise.all([hub, bare, sdk].map((child) => child.stop()));
  await upstream.stop();
  report(`A call of 60 characters, median of ${String(rounds)} interleaved rounds of ${String(seconds)} s`, rows);
  const [one, many] = [found.get(1), found.get(64)];
  if (!one || !many) return;
  target('CPU at 64 connections, hub / bare proxy', '≤ 1.4', atMost(many.hub.cpuUs / many['bare proxy'].cpuUs, 1.4));
  target('throughput at 64, hub / direct', '≥ 1/3', atLeast(many.hub.perSecond / many.direct.perSecond, 1 / 3));
  target('p50 at 1 connection, hub / direct', '≤ 4', atMost(one.hub.p50 / one.direct.p50, 4));
  target('throughput at 64, hub / SDK on SDK', '≥ 8', atLeast(many.hub.perSecond / many['SDK on SDK'].perSecond, 8));
}

try {
  await calls();
  report('Targets', targets);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
