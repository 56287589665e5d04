import type { StdioFixture } from '@patchbay/testkit/mcp';
import { all, atMost, countFor, none, quick, type Figure, type Scale } from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { outcomeOf, tally, type Outcome } from '../support/outcome.ts';
import { filesLeftOver, isSoWithin, openFiles, zombiesOf } from '../support/processes.ts';
import { inBatches } from '../support/spread.ts';

interface Strike {
  readonly killed: Outcome;
  readonly next: Outcome;
}

const tools = { tools: ['slow', 'echo'], capabilities: ['tools'] } as const;

/** A1: the process of a server is killed while it works on a call. */
export async function killMidCall(scale: Scale): Promise<Figure> {
  const kills = countFor(scale, 1_000, 20);
  await using lab = await openLab();
  const orphans: number[] = [];
  const strikes: Strike[] = [];
  const round = async (count: number, batch: number): Promise<void> => {
    const name = `s${String(batch)}`;
    const fixture = await lab.stdio(name, tools);
    for (let n = 1; n <= count; n += 1) strikes.push(await strike(lab, { name, fixture, calls: 2 * n - 1 }));
    await lab.hub.unregister(name);
    await isSoWithin(3_000, () => fixture.alive.length === 0);
    orphans.push(...fixture.alive);
  };
  await round(1, -1); // what is opened once and stays, such as the reaper
  strikes.length = 0;
  const files = openFiles();
  await inBatches({ total: kills, size: countFor(scale, 25, 10), workers: 2 }, round);
  const killed = strikes.map((strike) => strike.killed);
  const next = strikes.map((strike) => strike.next);
  return {
    id: 'A1',
    name: 'kill -9 of a stdio server in the middle of a call',
    did: `${String(strikes.length)} kills, two servers at a time; the calls ended as ${tally(killed)}`,
    marks: [
      none('hung calls', killed.concat(next).filter(({ word }) => word === 'hung').length),
      all('told that it may have run', killed.filter(({ word }) => word === 'OUTCOME_UNKNOWN').length, kills),
      all('next call succeeds', next.filter(({ word }) => word === 'ok').length, kills),
      none('orphans', orphans),
      none('zombies', zombiesOf(process.pid)),
      atMost('descriptors left over', await filesLeftOver(files), 2),
      quick(
        'told',
        killed.map(({ tookMs }) => tookMs),
        250,
      ),
      quick(
        'next call',
        next.map(({ tookMs }) => tookMs),
        1_000,
      ),
    ],
  };
}

interface Victim {
  readonly name: string;
  readonly fixture: StdioFixture;
  /** Which call of this fixture it is, since its requests are counted. */
  readonly calls: number;
}

async function strike({ hub }: Lab, { name, fixture, calls }: Victim): Promise<Strike> {
  const call = hub.call(`${name}.slow`, { ms: 600_000 });
  await Promise.race([fixture.saw('tools/call', calls), call.catch(() => {})]);
  process.kill(fixture.pids.at(-1) ?? 0, 'SIGKILL');
  const killed = await outcomeOf(call);
  return { killed, next: await outcomeOf(hub.call(`${name}.echo`, { message: 'hi' })) };
}
