import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bigCall, modernList } from './support/asks.ts';
import { startHub, startProcess, type Hub } from './support/children.ts';
import { Targets, toMcp, toServer } from './support/compare.ts';
import { runLoad } from './support/load.ts';
import { median, report, type Row } from './support/report.ts';

// What do results of 10 MB do to the hub: how long do others wait, and how often are they in its memory?

const megabytes = 10;
const count = Number(process.argv[2] ?? 10);
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
const targets = new Targets();

/** How long the slowest of those took who only wanted a list meanwhile. */
async function whileOthersWait(hub: Hub, work: () => Promise<void>): Promise<number> {
  let isOver = false;
  let longestMs = 0;
  const watch = async (): Promise<void> => {
    while (!isOver) longestMs = Math.max(longestMs, (await runLoad(modernList(toMcp(hub)), 1, 0)).p50);
  };
  const watching = watch();
  await work().finally(() => (isOver = true));
  await watching;
  return longestMs;
}

/** The most that it ever had. */
function peakKiB(hub: Hub): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(hub.pid)}/status`, 'utf8'))?.[1]);
}

async function measure(hub: Hub, characters: number): Promise<Row> {
  const { url, headers, body } = bigCall(toMcp(hub), 'bench__echo', characters)(1);
  const [waits, tookMs, cpuUs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < count; round += 1) {
    const [began, before] = [performance.now(), hub.cpuUs()];
    waits.push(
      await whileOthersWait(hub, async () => {
        const { length } = await (await fetch(url, { method: 'POST', headers, body })).text();
        if (length < characters) throw new Error(`only ${String(length)} characters came`);
      }),
    );
    tookMs.push(performance.now() - began);
    cpuUs.push(hub.cpuUs() - before);
  }
  return {
    characters: characters,
    'took ms': median(tookMs),
    'CPU ms': median(cpuUs) / 1_000,
    'others waited ms': median(waits),
    'at most': Math.max(...waits),
    'peak RSS MiB': peakKiB(hub) / 1_024,
  };
}

try {
  const upstream = await startProcess('http-upstream');
  const home = join(folder, 'hub');
  mkdirSync(home);
  const security = { maxToolOutputLength: megabytes * 1e6 };
  const hub = await startHub({ folder: home, servers: [toServer('bench', upstream)], security });
  await runLoad(modernList(toMcp(hub)), 16, 2); // as a hub that has worked
  const rows: Row[] = [];
  for (const characters of [1e4, 1e6, megabytes * 1e6]) rows.push(await measure(hub, characters));
  await Promise.all([hub, upstream].map((child) => child.stop()));
  report(`Long results, ${String(count)} of each, one at a time, while somebody else asks for lists`, rows);
  const large = rows.at(-1);
  targets.atMost(
    `others wait for a result of ${String(megabytes)} MB, ms`,
    100,
    Number(large?.['others waited ms']),
  );
  process.stdout.write('\n');
  report('Targets', targets.rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
