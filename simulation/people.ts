import type { Supervisor } from '@patchbay/core';
import { healthyName, type Member } from './seeded-servers.ts';
import type { World } from './world.ts';

const betweenActionsMs = 240_000;

type Action = (supervisor: Supervisor, world: World, member: Member) => Promise<unknown>;

/** What an operator may do to a server at any moment, however bad. */
const actions: Readonly<Record<string, Action>> = {
  connect: (supervisor) => supervisor.connect(),
  disconnect: (supervisor) => supervisor.disconnect(),
  disable: (supervisor) => supervisor.disable(),
  enable: async (supervisor) => (supervisor.enable(), supervisor.connect()),
  redefine: (supervisor) => supervisor.redefine(supervisor.server, true),
  sync: async (supervisor, { hub }) => hub.catalog.sync(supervisor.server, await supervisor.connect()),
  async check({ server }, { hub, random }, member) {
    const scope = `check:${String(random.between(0, 1e9))}` as const;
    member.checks += 1;
    try {
      await hub.connections.adopt(server, { isLazy: false }, scope).connect();
    } finally {
      await hub.connections.releaseScope(scope);
      member.checks -= 1;
    }
  },
};

const begins: ReadonlySet<string> = new Set(['connect', 'enable', 'sync']);
const ends: ReadonlySet<string> = new Set(['disconnect', 'disable']);

/** Those who run the hub. They do things to every server but the healthy one, and never wait for one another. */
export function startPeople(world: World, untilMs: number): void {
  const { random, time, timers, members, journal } = world;
  const others = members.filter(({ server }) => server.name !== healthyName);
  const weights = { connect: 3, disconnect: 1, disable: 1, enable: 3, redefine: 2, sync: 2, check: 2 };

  function act(): void {
    if (time.elapsedMs >= untilMs) return;
    const member = others[random.between(0, others.length - 1)];
    const name = random.pick(weights);
    if (member) {
      journal.note(member.server.name, `somebody: ${name}`);
      ask(world, member, name);
    }
    timers.after(random.wait(random.isChosen(0.2) ? 500 : betweenActionsMs), act);
  }
  timers.after(random.wait(betweenActionsMs), act);
}

export function ask(world: World, member: Member, name: string): void {
  const supervisor = world.hub.connections.find(member.server.name);
  if (!supervisor) return;
  member.wishes.push(world.time.elapsedMs);
  if (begins.has(name)) member.isWanted = true;
  if (ends.has(name)) member.isWanted = false;
  actions[name]?.(supervisor, world, member).catch(() => {}); // the status tells it
}
