import { callOnce, startClients } from './clients.ts';
import type { Violation } from './journal.ts';
import { ask, startPeople } from './people.ts';
import { callMs } from './seeded-hub.ts';
import { checkMember } from './seeded-servers.ts';
import { drain } from './virtual-time.ts';
import { createWorld, type World } from './world.ts';

export interface SeedReport {
  readonly violation: Violation | undefined;
  readonly calls: number;
  readonly ok: number;
  readonly failed: number;
  readonly unknown: number;
  readonly attempts: number;
  readonly steps: number;
}

/** From the moment when all servers are well until calls must work: the longest wait between two attempts, and more. */
const healMs = 780_000;

/**
 * One life of a hub: servers fail in their ways while clients call and people meddle; then all are well and
 * everything must work again; then it is closed and nothing may be left. `watch` gets the world before it moves.
 */
export async function runSeed(
  seed: number,
  hours: number,
  watch: (world: World) => void = () => {},
): Promise<SeedReport> {
  const world = createWorld(seed);
  watch(world);
  const troubledMs = hours * 3_600_000 - healMs;
  let steps = 0;
  const pass: Pass = async (untilMs, isDone = () => false) => {
    await drain();
    while (!isDone() && !world.journal.violation && world.time.step(untilMs)) {
      await drain();
      steps += 1;
      for (const member of world.members) checkMember(member, world.journal);
    }
  };

  open(world);
  startClients(world, troubledMs);
  startPeople(world, troubledMs);
  await pass(troubledMs);
  await recoverAll(world, pass);
  await closeAll(world, pass);
  return { ...world.ledger.counts, violation: world.journal.violation, attempts: world.attempts(), steps };
}

/** Lets time pass until then, or until it is done. */
type Pass = (untilMs: number, isDone?: () => boolean) => Promise<void>;

function open({ hub, members }: World): void {
  for (const { server } of members)
    hub.connections
      .adopt(server, { isLazy: false })
      .connect()
      .catch(() => {}); // the status tells it
  hub.keepFresh.start();
  hub.watch.start();
}

async function recoverAll(world: World, pass: Pass): Promise<void> {
  const { members, time } = world;
  for (const member of members) {
    member.upstream.heal();
    if (member.status === 'DISABLED') ask(world, member, 'enable');
    else if (member.status !== 'FAILED') ask(world, member, 'connect');
  }
  await pass(time.elapsedMs + healMs - 10_000);
  for (const member of members) callOnce(world, member, true);
  await pass(time.elapsedMs + 10_000);
  checkKnown(world);
}

/** What the hub says of servers that are well. */
function checkKnown({ members, hub, journal }: World): void {
  for (const { serverId, healthy, error } of hub.watch.list())
    if (!healthy) journal.accuse(`${serverId} is well, and its health says: ${error ?? ''}`);
  for (const { server, upstream } of members) {
    const known = [...hub.catalog.toolsOf(server).keys()].toSorted().join(' ');
    const offered = upstream.tools
      .map(({ name }) => name)
      .toSorted()
      .join(' ');
    if (known !== offered) journal.accuse(`${server.name} offers ${offered}, and is known for ${known}`);
  }
}

/** In the middle of calls and news. */
async function closeAll(world: World, pass: Pass): Promise<void> {
  const { members, time, hub, hubTimers, journal, ledger } = world;
  if (journal.violation) return;
  const closed = { is: false };
  for (const member of members) callOnce(world, member, false);
  await pass(time.elapsedMs + 5);
  hub.keepFresh.stop();
  hub.watch.stop();
  for (const { upstream } of members) upstream.announce();
  hub.connections.close().then(
    () => (closed.is = true),
    (error: unknown) => journal.accuse(`Closing failed: ${String(error)}`),
  );
  await pass(time.elapsedMs + callMs, () => closed.is && ledger.running() === 0);
  if (!closed.is) journal.accuse('The connections are not closed after a minute');
  if (ledger.running() > 0) journal.accuse(`${String(ledger.running())} calls are left after the end`);
  if (hubTimers.waiting() > 0) journal.accuse(`${String(hubTimers.waiting())} timers are left after the end`);
  for (const { server, upstream } of members)
    if (upstream.links > 0) journal.accuse(`${String(upstream.links)} links to ${server.name} are left`);
}
