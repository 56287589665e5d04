import { reasonOf } from '@patchbay/contracts';
import { aPrincipal } from '@patchbay/testkit';
import { callMs } from './seeded-hub.ts';
import { healthyName, type Member } from './seeded-servers.ts';
import type { World } from './world.ts';

/** From its deadline on, before a call counts as hung. */
const graceMs = 1_000;
/** A healthy server answers within this, whatever the others do. */
const promptMs = 100;
const betweenCallsMs = { busy: 3_000, normal: 6_000, quiet: 120_000 };
const betweenBurstsMs = 1_500_000;
const principal = aPrincipal();

/** Those who call tools: one now and then, sometimes a hundred at once, and some who do not wait for the answer. */
export function startClients(world: World, untilMs: number): void {
  const { random, time, timers } = world;
  const others = world.members.filter(({ server }) => server.name !== healthyName);
  const someone = (): Member | undefined =>
    random.isChosen(0.3) ? world.members[0] : others[random.between(0, others.length - 1)];
  const meanMs = betweenCallsMs[random.pick({ busy: 1, normal: 4, quiet: 1 })];
  const isOver = (): boolean => time.elapsedMs >= untilMs;

  function callNow(): void {
    if (isOver()) return;
    const member = someone();
    if (member) callOnce(world, member);
    timers.after(random.wait(meanMs), callNow);
  }
  function burst(): void {
    if (isOver()) return;
    const member = others[random.between(0, others.length - 1)];
    for (let left = random.between(40, 110); member && left > 0; left -= 1) callOnce(world, member);
    timers.after(random.wait(betweenBurstsMs), burst);
  }
  timers.after(1_000, callNow);
  timers.after(random.wait(betweenBurstsMs), burst);
}

/** Makes one call, and sees to it that it keeps what is promised of calls. */
export function callOnce(world: World, member: Member, mustBeOk = member.server.name === healthyName): void {
  const { random, time, timers, journal, ledger, hub } = world;
  const tool = random.pick({ read: 1, write: 2 });
  const { settings, name: server } = member.server;
  const isSafe = settings.trustAnnotations && tool === 'read';
  const { ambiguous } = settings.retry;
  const isRepeatable = ambiguous === 'always' || (ambiguous === 'safe-only' && isSafe);
  const id = `call-${String(ledger.counts.calls)}`;
  const call = ledger.open({ id, server, isSafe, isRepeatable });
  const begunMs = time.elapsedMs;
  const controller = !mustBeOk && random.isChosen(0.05) ? new AbortController() : undefined;
  if (controller) timers.after(random.between(0, 20_000), () => controller.abort());

  const cancelHung = timers.after(callMs + graceMs, () => journal.accuse(`G2: ${id} of ${server} hangs`));
  const end = (error?: unknown): void => {
    cancelHung();
    ledger.end(call, error);
    if (!mustBeOk) return;
    if (error !== undefined)
      journal.accuse(`G6: ${id} of ${server}, which is well, failed: ${reasonOf(error)}`);
    if (time.elapsedMs - begunMs > promptMs)
      journal.accuse(`G6: ${id} of ${server}, which is well, took ${String(time.elapsedMs - begunMs)} ms`);
  };
  journal.note(server, `${id} calls ${tool}`);
  hub
    .callTool({
      id,
      principal,
      via: 'library',
      name: tool,
      server,
      arguments: { call: id },
      signal: controller?.signal,
    })
    .then(() => end(), end);
}
