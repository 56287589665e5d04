import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { legacyCall, modernCall } from './support/asks.ts';
import { startHub, startProcess, type Child } from './support/children.ts';
import { compare, Targets, toMcp, toServer, type Sample } from './support/compare.ts';
import { runLoad } from './support/load.ts';
import { sharesOf } from './support/profile.ts';
import { report, type Row } from './support/report.ts';

// What does a call cost through the hub, beside no proxy, the least proxy, and one made of SDKs? And where does it go?

const seconds = Number(process.argv[2] ?? 1);
const rounds = Number(process.argv[3] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
const targets = new Targets();

/** One server whose tool could do anything, one that is trusted to only read, and that one as a process. */
function serversAt(upstream: Child): object[] {
  const args = [join(import.meta.dirname, 'processes', 'stdio-upstream.ts')];
  return [
    toServer('effects', upstream),
    { ...toServer('reads', upstream, 1), trustAnnotations: true },
    { name: 'local', command: process.execPath, args, trustAnnotations: true },
  ];
}

async function calls(upstream: Child): Promise<void> {
  const bare = await startProcess('bare-proxy', `${upstream.url}/mcp`);
  const sdk = await startProcess('sdk-proxy', `${upstream.url}/mcp`);
  mkdirSync(join(folder, 'hub'));
  const hub = await startHub({ folder: join(folder, 'hub'), servers: serversAt(upstream) });
  const traced = await startTracedHub(upstream);
  const to = toMcp(hub);
  const subjects = {
    direct: { child: upstream, ask: modernCall(upstream, 'echo') },
    'bare proxy': { child: bare, ask: modernCall(bare, 'echo') },
    hub: { child: hub, ask: modernCall(to, 'reads__echo') },
    'hub, legacy session': { child: hub, ask: await legacyCall(to, 'reads__echo') },
    'hub, stdio server': { child: hub, ask: modernCall(to, 'local__echo') },
    'hub, traced': { child: traced, ask: modernCall(toMcp(traced), 'reads__echo') },
    'hub, noted first': { child: hub, ask: modernCall(to, 'effects__echo') },
    'SDK on SDK': { child: sdk, ask: modernCall(sdk, 'echo') },
  };
  const rows: Row[] = [];
  const found = new Map<number, Record<keyof typeof subjects, Sample>>();
  for (const connections of [1, 16, 64]) {
    const samples = await compare(subjects, { connections, rounds, seconds });
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
  await Promise.all([hub, traced, bare, sdk].map((child) => child.stop()));
  report(
    `A call of 60 characters, median of ${String(rounds)} interleaved rounds of ${String(seconds)} s`,
    rows,
  );
  const [one, many] = [found.get(1), found.get(64)];
  if (one && many) judge(one, many);
}

/** Every call leaves two spans with a collector that takes everything. */
async function startTracedHub(upstream: Child) {
  const home = join(folder, 'traced');
  mkdirSync(home);
  const nothing = join(home, 'nothing');
  writeFileSync(nothing, '');
  const collector = await startProcess('bytes', nothing);
  const tracing = { endpoint: collector.url };
  return startHub({ folder: home, servers: serversAt(upstream), config: { tracing } });
}

type Samples = Record<'direct' | 'bare proxy' | 'hub' | 'SDK on SDK', Sample>;

function judge(one: Samples, many: Samples): void {
  targets.atMost('CPU at 64 connections, hub / bare proxy', 1.4, many.hub.cpuUs / many['bare proxy'].cpuUs);
  targets.atLeast(
    'throughput at 64, hub / direct',
    [1 / 3, '1/3'],
    many.hub.perSecond / many.direct.perSecond,
  );
  targets.atMost('p50 at 1 connection, hub / direct', 4, one.hub.p50 / one.direct.p50);
  const toSdk = many.hub.perSecond / many['SDK on SDK'].perSecond;
  targets.atLeast('throughput at 64, hub / SDK on SDK', [8, '8'], toSdk);
}

/** Layers below this are one row. */
const leastShare = 0.015;

/** A hub of its own, since being watched costs something too. */
async function whereItGoes(upstream: Child, tool: string): Promise<void> {
  const home = join(folder, tool);
  mkdirSync(home);
  const nodeFlags = ['--cpu-prof', `--cpu-prof-dir=${home}`];
  const hub = await startHub({ folder: home, servers: serversAt(upstream), nodeFlags });
  const ask = modernCall(toMcp(hub), tool);
  await runLoad(ask, 64, 2 * seconds); // warm
  const began = performance.now();
  const before = { all: hub.cpuUs(), loop: hub.loopUs() };
  const { calls: count } = await runLoad(ask, 64, 5 * seconds);
  const loopUs = (hub.loopUs() - before.loop) / count;
  const othersUs = (hub.cpuUs() - before.all) / count - loopUs;
  await hub.stop();
  const lasted = (performance.now() - began) / 1_000;
  const [main = ''] = readdirSync(home).filter((name) => name.endsWith('.0.001.cpuprofile'));
  const shares = sharesOf(join(home, main), lasted);
  const shown = shares.filter(([, share]) => share >= leastShare);
  const rest = 1 - shown.reduce((sum, [, share]) => sum + share, 0);
  process.stdout.write('\n');
  report(`Where the CPU of ${tool} goes at 64 connections, under the profiler`, [
    ...[...shown, ['all others', rest] as const].map(([layer, share]) => ({
      layer,
      'µs of a call': share * loopUs,
      'of the loop, %': 100 * share,
    })),
    { layer: 'other threads: SQLite, collector, compiler', 'µs of a call': othersUs, 'of the loop, %': '' },
  ]);
}

try {
  const upstream = await startProcess('http-upstream');
  await calls(upstream);
  await whereItGoes(upstream, 'reads__echo');
  await whereItGoes(upstream, 'effects__echo');
  await upstream.stop();
  process.stdout.write('\n');
  report('Targets', targets.rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
