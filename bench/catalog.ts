import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modernCall, modernList } from './support/asks.ts';
import { startHub, startProcess, type Child, type Hub } from './support/children.ts';
import { compare, Targets, toMcp, toServer } from './support/compare.ts';
import type { Ask } from './support/load.ts';
import { report, type Row } from './support/report.ts';

// Does it matter to a call, or to a list, how many servers and tools there are?

const seconds = Number(process.argv[2] ?? 1);
const rounds = Number(process.argv[3] ?? 5);
const toolsEach = 20;
const sizes = [1, 10, 100, 1_000];
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
const targets = new Targets();

async function startHubs(upstream: Child): Promise<Map<number, Hub>> {
  const hubs = new Map<number, Hub>();
  for (const size of sizes) {
    const home = join(folder, String(size));
    mkdirSync(home);
    const servers = Array.from({ length: size }, (_, at) => ({
      ...toServer(`s${String(at)}`, upstream, at),
      trustAnnotations: true,
    }));
    hubs.set(size, await startHub({ folder: home, servers }));
  }
  return hubs;
}

/** The one that was added last, wherever that puts it. */
async function calls(hubs: ReadonlyMap<number, Hub>): Promise<void> {
  const subjects = [...hubs].map(
    ([size, hub]) =>
      [String(size), { child: hub, ask: modernCall(toMcp(hub), `s${String(size - 1)}__echo`) }] as const,
  );
  const found = await compare(Object.fromEntries(subjects), { connections: 64, rounds, seconds });
  report(
    `A call at 64 connections, by the number of servers with ${String(toolsEach)} tools each`,
    Object.entries(found).map(([servers, { perSecond, p50, cpuUs }]) => ({
      servers,
      tools: Number(servers) * toolsEach,
      'a second': perSecond,
      'p50 ms': p50,
      'CPU µs': cpuUs,
    })),
  );
  const cpuUs = (size: number): number => found[String(size)]?.cpuUs ?? Number.NaN;
  targets.atMost('CPU of a call, 20,000 tools / 20', 1.1, cpuUs(1_000) / cpuUs(1));
}

/** Writing so many bytes costs what it costs; beside it stands a process that does nothing else. */
async function lists(hubs: ReadonlyMap<number, Hub>): Promise<void> {
  const rows: Row[] = [];
  for (const [size, hub] of hubs) {
    const list = await fetchText(modernList(toMcp(hub))(1));
    const file = join(folder, 'list.json');
    writeFileSync(file, list);
    const writer = await startProcess('bytes', file);
    const subjects = {
      own: { child: hub, ask: modernList(toMcp(hub)) },
      bytes: { child: writer, ask: modernList(writer) },
    };
    const { own, bytes } = await compare(subjects, { connections: 4, rounds, seconds });
    rows.push({
      tools: String(size * toolsEach),
      KiB: list.length / 1_024,
      'CPU µs': own.cpuUs,
      'of node:http for the same bytes': bytes.cpuUs,
      beside: own.cpuUs - bytes.cpuUs,
    });
    await writer.stop();
  }
  process.stdout.write('\n');
  report('tools/list, at 4 connections', rows);
  // Of the long list, writing it is so much that the rest is lost in its noise; the way is the same for the short one.
  targets.atMost('CPU of tools/list beside the write, µs', 50, Number(rows[0]?.['beside']));
}

async function fetchText({ url, headers, body }: Ask): Promise<string> {
  return (await fetch(url, { method: 'POST', headers, body })).text();
}

try {
  const upstream = await startProcess('http-upstream', String(toolsEach));
  const hubs = await startHubs(upstream);
  await calls(hubs);
  await lists(hubs);
  await Promise.all([...hubs.values(), upstream].map((child) => child.stop()));
  process.stdout.write('\n');
  report('Targets', targets.rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
