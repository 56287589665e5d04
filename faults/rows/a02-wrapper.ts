import { stdioFixture, type StdioFixture } from '@patchbay/testkit/mcp';
import { all, atMost, countFor, none, type Figure, type Scale } from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { outcomeOf, tally, type Outcome } from '../support/outcome.ts';
import { filesLeftOver, isAlive, isSoWithin, openFiles, parentOf, zombiesOf } from '../support/processes.ts';
import { inBatches } from '../support/spread.ts';

/** As `npx` does: a shell that starts the server and waits for it. */
function wrapped({ command, args, env }: StdioFixture) {
  return { command: '/bin/sh', args: ['-c', '"$@"; exit $?', 'sh', command, ...args], env: { ...env } };
}

interface Strike {
  readonly killed: Outcome;
  readonly next: Outcome;
  readonly survivors: readonly number[];
}

/** A2: the wrapper around a server is killed; the server and what it started must go with it. */
export async function killWrapper(scale: Scale): Promise<Figure> {
  const kills = countFor(scale, 200, 4);
  await using lab = await openLab();
  const strikes: Strike[] = [];
  const left: number[] = [];
  const round = async (count: number, batch: number): Promise<void> => {
    const name = `s${String(batch)}`;
    await using fixture = stdioFixture({
      tools: ['slow', 'echo'],
      capabilities: ['tools'],
      grandchild: 'apart',
    });
    await lab.hub.register({ name, ...wrapped(fixture), autoConnect: true });
    for (let n = 1; n <= count; n += 1) strikes.push(await strike(lab, { name, fixture, calls: 2 * n - 1 }));
    await lab.hub.unregister(name);
    await isSoWithin(3_000, () => fixture.alive.length === 0);
    left.push(...fixture.alive);
  };
  await round(1, -1); // what is opened once and stays, such as the reaper
  strikes.length = 0;
  const files = openFiles();
  await inBatches({ total: kills, size: countFor(scale, 25, 2), workers: 2 }, round);
  const killed = strikes.map((strike) => strike.killed);
  return {
    id: 'A2',
    name: 'kill -9 of the wrapper around a stdio server',
    did: `${String(kills)} kills of a shell that had started a server that had started another process; the calls ended as ${tally(killed)}`,
    marks: [
      none('hung calls', killed.filter(({ word }) => word === 'hung').length),
      all('next call succeeds', strikes.filter(({ next }) => next.word === 'ok').length, kills),
      none('grandchildren after 3 s', strikes.flatMap(({ survivors }) => survivors).concat(left)),
      none('zombies', zombiesOf(process.pid)),
      atMost('descriptors left over', await filesLeftOver(files), 2),
    ],
  };
}

async function strike(
  { hub }: Lab,
  { name, fixture, calls }: { name: string; fixture: StdioFixture; calls: number },
): Promise<Strike> {
  const call = hub.call(`${name}.slow`, { ms: 600_000 });
  await Promise.race([fixture.saw('tools/call', calls), call.catch(() => {})]);
  const family = [fixture.pids.at(-1) ?? 0, fixture.grandchildren.at(-1) ?? 0];
  process.kill(parentOf(family[0] ?? 0) ?? 0, 'SIGKILL');
  const killed = await outcomeOf(call);
  await isSoWithin(3_000, () => !family.some(isAlive));
  const survivors = family.filter(isAlive);
  return { killed, survivors, next: await outcomeOf(hub.call(`${name}.echo`, { message: 'hi' })) };
}
