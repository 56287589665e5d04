import { serverStatuses, type ServerStatus } from '@patchbay/contracts';
import {
  aReconnectPolicy,
  aServer,
  createFakeUpstream,
  createManualTime,
  createRecordingLog,
  settle,
} from '@patchbay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayBefore } from './backoff.ts';
import { lifecycle, nextStatus, type LifecycleEvent } from './lifecycle.ts';
import { Supervisor } from './supervisor.ts';

const policy = aReconnectPolicy();

describe('the lifecycle of a server', () => {
  it('knows the six statuses and no other [A-06]', () => {
    expect(Object.keys(lifecycle)).toEqual(serverStatuses);
  });

  it('leaves DISABLED only by being enabled', () => {
    const events: LifecycleEvent[] = ['attempt', 'opened', 'failed', 'lost', 'idle', 'disconnect'];
    expect(events.map((event) => nextStatus('DISABLED', event))).toEqual(events.map(() => undefined));
    expect(nextStatus('DISABLED', 'enable')).toBe('PENDING');
  });

  it('reaches CONNECTED only from CONNECTING', () => {
    const ways = serverStatuses.filter((from) => Object.values(lifecycle[from]).includes('CONNECTED'));
    expect(ways).toEqual(['CONNECTING']);
  });
});

describe('the wait before an attempt', () => {
  it('doubles from 5 s to 60 s, a quarter either way [A-50] [A-51]', () => {
    const band = (attempt: number) => [0, 0.5, 1].map((fraction) => delayBefore(attempt, policy, fraction));
    expect(band(1)).toEqual([3_750, 5_000, 6_250]);
    expect([1, 2, 3, 4, 5].map((attempt) => delayBefore(attempt, policy, 0.5))).toEqual([
      5_000, 10_000, 20_000, 40_000, 60_000,
    ]);
  });
});

/** How many connections may be open in each status. */
const truth: Readonly<Record<ServerStatus, readonly number[]>> = {
  PENDING: [0],
  CONNECTING: [0, 1],
  CONNECTED: [1],
  DISCONNECTED: [0],
  FAILED: [0],
  DISABLED: [0],
};

/** What can be done to a server, and what the world can do to it. */
const commands = fc.constantFrom(
  'connect',
  'disconnect',
  'disable',
  'enable',
  'call',
  'kill',
  'close-door',
  'open-door',
  'silence-door',
  'pass-1s',
  'pass-10min',
  'redefine',
);

async function play(script: readonly string[]) {
  const time = createManualTime();
  const upstream = createFakeUpstream();
  const walked: [string, string][] = [];
  let last = 'PENDING';
  const supervisor = new Supervisor(
    {
      ...time,
      connector: upstream.connector,
      chance: { fraction: () => 0.5 },
      log: createRecordingLog(),
      reconnection: policy,
      timeoutsOf: () => ({ connectMs: 30_000, idleMs: 60_000 }),
      onOpened: async (_, link) => void (await link.request({ method: 'tools/list', timeoutMs: 1 })),
      onListChanged: () => {},
      onStatus: (_, { status }) => {
        if (status !== last) walked.push([last, status]);
        last = status;
      },
    },
    { server: aServer(), isLazy: script.length % 2 === 0 },
  );
  const pending: Promise<unknown>[] = [];
  const begin = (work: Promise<unknown>): void => void pending.push(work.catch(() => undefined));
  const setDoor = (door: typeof upstream.door): void => {
    upstream.door = door;
    if (door !== 'silent') upstream.admit();
  };
  const acts: Record<string, () => Promise<void> | void> = {
    connect: () => begin(supervisor.connect()),
    disconnect: () => begin(supervisor.disconnect()),
    disable: () => begin(supervisor.disable()),
    enable: () => supervisor.enable(),
    call: () => begin(supervisor.request({ method: 'tools/call', timeoutMs: 1 })),
    kill: () => upstream.kill(),
    'close-door': () => setDoor('closed'),
    'open-door': () => setDoor('open'),
    'silence-door': () => setDoor('silent'),
    'pass-1s': () => time.pass(1_000),
    'pass-10min': () => time.pass(600_000),
    redefine: () => begin(supervisor.redefine(aServer(), true)),
  };
  for (const name of script) {
    await acts[name]?.();
    if (script.length % 3 === 0) await settle();
  }
  await settle();
  return { time, upstream, supervisor, walked, pending };
}

describe('whatever happens in whatever order', () => {
  it('only steps of the table are taken, at most one connection is open, and the status is the truth', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 40 }), async (script) => {
        const { upstream, supervisor, walked } = await play(script);
        for (const [from, to] of walked)
          expect(Object.values(lifecycle[from as keyof typeof lifecycle])).toContain(to);
        expect(upstream.mostOpen()).toBeLessThanOrEqual(1);
        const { status } = supervisor.view();
        expect(truth[status]).toContain(upstream.open());
      }),
      { numRuns: 500 },
    );
  });

  it('closing leaves no connection, no timer and nobody waiting [A-57] [B-07]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 30 }), async (script) => {
        const { upstream, supervisor, time, pending } = await play(script);
        await supervisor.close();
        upstream.admit();
        await Promise.all(pending);
        await time.pass(3_600_000);
        expect(upstream.open()).toBe(0);
        expect(time.waiting()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
