import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { legacyCall, modernCall, modernList } from './support/asks.ts';
import { startHub, startProcess, type Child, type Hub } from './support/children.ts';
import { runLoad, type Ask, type Load, type MakeAsk } from './support/load.ts';
import { median, report, type Row } from './support/report.ts';

// What does a call cost through the hub, beside no proxy, the least proxy, and one made of SDKs?

const seconds = Number(process.argv[2] ?? 1);
const rounds = 5;
const serverCount = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
const profiles = process.argv[3];
const nodeFlags = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profiles)}`];

interface Subject {
  readonly child: Child;
  readonly ask: MakeAsk;
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
  const local = {
    command: process.execPath,
    args: [join(import.meta.dirname, 'processes', 'stdio-upstream.ts')],
  };
  const servers = [toServer('bench', upstream), { name: 'local', ...local }];
  const hub = await startHub({ folder: newFolder('hub'), servers, nodeFlags });
  const to = toMcp(hub);
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
  report(
    `A call of 60 characters, median of ${String(rounds)} interleaved rounds of ${String(seconds)} s`,
    rows,
  );
  const [one, many] = [found.get(1), found.get(64)];
  if (!one || !many) return;
  target(
    'CPU at 64 connections, hub / bare proxy',
    '≤ 1.4',
    atMost(many.hub.cpuUs / many['bare proxy'].cpuUs, 1.4),
  );
  target(
    'throughput at 64, hub / direct',
    '≥ 1/3',
    atLeast(many.hub.perSecond / many.direct.perSecond, 1 / 3),
  );
  target('p50 at 1 connection, hub / direct', '≤ 4', atMost(one.hub.p50 / one.direct.p50, 4));
  target(
    'throughput at 64, hub / SDK on SDK',
    '≥ 8',
    atLeast(many.hub.perSecond / many['SDK on SDK'].perSecond, 8),
  );
}

/** Lookups must not depend on how much there is to look through. */
async function tools(): Promise<void> {
  const few = await startProcess('http-upstream', '20');
  const many = await startProcess('http-upstream', '20000');
  const hubs = {
    '20 tools': await startHub({ folder: newFolder('few'), servers: [toServer('bench', few)] }),
    '20,000 tools': await startHub({ folder: newFolder('many'), servers: [toServer('bench', many)] }),
  };
  const called = await compare(
    mapValues(hubs, (hub) => ({ child: hub, ask: modernCall(toMcp(hub), 'bench__echo') })),
    64,
  );
  const rows: Row[] = [];
  const besideUs: number[] = [];
  for (const [name, hub] of Object.entries(hubs)) {
    const list = await fetchText(modernList(toMcp(hub))(1));
    writeFileSync(join(folder, 'list.json'), list);
    const writer = await startProcess('bytes', join(folder, 'list.json'));
    const { own, bytes } = await compare(
      {
        own: { child: hub, ask: modernList(toMcp(hub)) },
        bytes: { child: writer, ask: modernList(writer) },
      },
      4,
    );
    rows.push({
      list: name,
      KiB: list.length / 1_024,
      'CPU µs': own.cpuUs,
      'of node:http for the same bytes': bytes.cpuUs,
    });
    besideUs.push(own.cpuUs - bytes.cpuUs);
    await writer.stop();
  }
  await Promise.all([...Object.values(hubs), few, many].map((child) => child.stop()));
  process.stdout.write('\n');
  report(
    'A call at 64 connections, by the number of tools',
    Object.entries(called).map(([name, { perSecond, p50, cpuUs }]) => ({
      with: name,
      'a second': perSecond,
      'p50 ms': p50,
      'CPU µs': cpuUs,
    })),
  );
  process.stdout.write('\n');
  report('tools/list, at 4 connections', rows);
  const [calledFew, calledMany] = [called['20 tools'], called['20,000 tools']];
  target('CPU of a call, 20,000 tools / 20', '≤ 1.1', atMost(calledMany.cpuUs / calledFew.cpuUs, 1.1));
  // Of the long list, writing it is so much that the rest is lost in its noise; the way is the same for the short one.
  target('CPU of tools/list beside the write, µs', '≤ 50', atMost(besideUs[0] ?? Number.NaN, 50));
}

/** A hub that was stopped and is started again has many servers to connect at once. */
async function manyServers(): Promise<void> {
  const upstream = await startProcess('http-upstream', '5');
  const servers = Array.from({ length: serverCount }, (_, at) => toServer(`s${String(at)}`, upstream, at));
  const none = await startHub({ folder: newFolder('none'), servers: [] });
  const emptyKiB = none.rssKiB();
  await none.stop();
  const rows: Row[] = [];
  const home = newFolder('servers');
  for (const start of ['first start', 'second start', 'third start']) {
    const hub = await startHub({ folder: home, servers });
    const each = (hub.rssKiB() - emptyKiB) / serverCount;
    rows.push({ start, 'connected after ms': hub.connectedMs, 'RSS KiB a server': each });
    await hub.stop();
  }
  await upstream.stop();
  process.stdout.write('\n');
  report(`${String(serverCount)} HTTP servers with 5 tools each`, rows);
  const later = rows.slice(1);
  const column = (name: string): number => Math.max(...later.map((row) => Number(row[name])));
  target(
    '1,000 HTTP servers connected after a start, ms',
    '≤ 2,000',
    atMost(column('connected after ms'), 2_000),
  );
  target('memory of an HTTP server, KiB RSS', '≤ 120', atMost(column('RSS KiB a server'), 120));
}

function toMcp({ url, key }: Hub) {
  return { url: `${url}/mcp`, key };
}

function toServer(name: string, { url }: Child, at = 0): object {
  return { name, transport: 'http', url: `${url}/mcp/${String(at)}` };
}

function mapValues<K extends string, T, U>(record: Record<K, T>, map: (value: T) => U): Record<K, U> {
  const entries = Object.entries<T>(record).map(([key, value]) => [key, map(value)]);
  return Object.fromEntries(entries) as Record<K, U>; // the same keys
}

async function fetchText({ url, headers, body }: Ask): Promise<string> {
  return (await fetch(url, { method: 'POST', headers, body })).text();
}

try {
  await calls();
  await tools();
  await manyServers();
  process.stdout.write('\n');
  report('Targets', targets);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
