import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { NetworkFixture, StdioFixture } from '@patchbay/testkit/mcp';
import { atMost, countFor, none, percentile, quick, type Figure, type Scale } from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { outcomeOf, type Outcome } from '../support/outcome.ts';

const maxAttempts = 35;

/** A server that remembers every request would be what grows. */
const forgetful = { journal: { note() {}, entries: () => [] } };

/** A10: many servers come and go all the time; one works. */
export async function flapping(scale: Scale): Promise<Figure> {
  const isFull = scale === 'full';
  const [http, stdio, seconds] = [countFor(scale, 90, 9), countFor(scale, 10, 1), countFor(scale, 600, 2)];
  // In a test, time goes by a hundred times as fast.
  const reconnection = isFull ? {} : { initialDelayMs: 50, maxDelayMs: 600 };
  await using lab = await openLab({ mcp: { reconnection } });
  await lab.http('steady', forgetful);
  const quiet = await callSteadily(lab, countFor(scale, 5_000, 100));
  const names = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${kind}${String(at)}`);
  const flaps = await Promise.all([
    ...names('http', http).map(async (name) => flapHttp(await lab.http(name, forgetful))),
    ...names('stdio', stdio).map(async (name) => flapStdio(await lab.stdio(name))),
  ]);
  const before = lab.log.length;
  const memory: number[] = [];
  const state = { isOver: false };
  const flapping = Promise.all(flaps.map((flap, at) => keepFlapping(flap, state, at * 10)));
  const calling = callWhile(lab, state);
  for (let fifth = 1; fifth <= 5; fifth += 1) {
    await pause(seconds * 200);
    memory.push(usedMemory());
  }
  state.isOver = true;
  const [steady] = await Promise.all([calling, flapping]);
  const changes = lab.log.slice(before).filter(({ event }) => event === 'server.status-changed');
  const attempts = Map.groupBy(
    changes.filter(({ fields }) => fields['status'] === 'CONNECTING'),
    ({ fields }) => fields['server'],
  );
  const most = Math.max(0, ...[...attempts.values()].map((lines) => lines.length));
  const times = steady.map(({ tookMs }) => tookMs);
  return {
    id: 'A10',
    name: 'flapping servers',
    did: `${String(http)} HTTP and ${String(stdio)} stdio servers, each up and down for a second at a time, for ${String(seconds)} s; ${String(steady.length)} calls of a steady one meanwhile`,
    marks: [
      atMost('attempts to connect one server', most, maxAttempts),
      atMost(
        'lines of log for each change of status',
        (lab.log.length - before) / Math.max(1, changes.length),
        2,
      ),
      none('calls of the steady one that failed', steady.filter(({ word }) => word !== 'ok').length),
      atMost('growth of memory in MiB, from the first fifth', growth(memory), isFull ? 20 : 64),
      quick('steady one', times, Math.max(2 * percentile(quiet, 0.99), 25)),
    ],
  };
}

interface Flap {
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
}

/** While it is down, somebody else may get its port; then it stays down. */
function flapHttp({ stop, restart }: NetworkFixture): Flap {
  return { down: stop, up: () => restart().catch(() => {}) };
}

/** Down is dying at the start, and being killed when that has not happened. */
function flapStdio(fixture: StdioFixture): Flap {
  return {
    async down() {
      fixture.set({ '*': { kind: 'crash', when: 'before' } });
      for (const pid of fixture.alive) process.kill(pid, 'SIGKILL');
    },
    async up() {
      fixture.set({});
    },
  };
}

async function keepFlapping({ down, up }: Flap, state: { isOver: boolean }, startMs: number): Promise<void> {
  await pause(startMs);
  for (let isUp = true; !state.isOver; isUp = !isUp) {
    await (isUp ? down() : up());
    await pause(1_000);
  }
}

async function callSteadily({ hub }: Lab, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < times; n += 1)
    took.push((await outcomeOf(hub.call('steady.echo', { message: 'hi' }))).tookMs);
  return took;
}

type Ended = Pick<Outcome, 'word' | 'tookMs'>;

async function callWhile({ hub }: Lab, state: { isOver: boolean }): Promise<Ended[]> {
  const outcomes: Ended[] = [];
  while (!state.isOver) {
    const { word, tookMs } = await outcomeOf(hub.call('steady.echo', { message: 'hi' }));
    outcomes.push({ word, tookMs }); // without the answer, which would count as growth
    await pause(10);
  }
  return outcomes;
}

function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // what the flag adds
  return process.memoryUsage().heapUsed / 2 ** 20;
}

function growth([first = 0, ...later]: readonly number[]): number {
  return Math.max(0, (later.at(-1) ?? first) - first);
}
