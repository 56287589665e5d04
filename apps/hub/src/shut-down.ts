import type { Listening } from './listen.ts';
import type { Parts, World } from './wire.ts';
import { within } from './within.ts';

// Together under ten seconds, with a little left for closing the store.
const drainMs = 5_000;
const hangUpMs = 3_000;
const flushMs = 500;

export interface Running {
  /** The port, if there is one. */
  readonly open: Listening | undefined;
  readonly rotation: Promise<void>;
}

/** No new work, then the end of what runs, then what must be written, then the store. The order is what matters. */
export async function shutDown(world: World, parts: Parts, { open, rotation }: Running): Promise<void> {
  const { events, mcp, policies, profiles, definitions, runs, endpoint, mesh } = parts;
  const worked = runs.workers.stop(drainMs);
  mcp.approvals.approvals.close();
  mcp.keepFresh.stop();
  mcp.watch.stop();
  policies.book.stop();
  profiles.book.stop();
  definitions.models.book.stop();
  definitions.agents.book.stop();
  mcp.review.pins.stop();
  mesh.watch.stop();
  events.publish('hub.stopping', {});
  await within(flushMs, events.flush());
  events.end();
  let hungUp: Promise<void> | undefined;
  const giveUp = (): Promise<void> => (hungUp ??= within(hangUpMs, hangUp(world, parts)));
  await Promise.all([open?.close(drainMs, giveUp), within(drainMs, rotation), within(drainMs, worked)]);
  await Promise.all([endpoint.close(), giveUp()]);
  await within(
    flushMs,
    Promise.all([
      events.flush(),
      mcp.auditLog.close(),
      mcp.days.flush(),
      mcp.review.pins.flush(),
      mesh.ledger.flush(),
      world.tracing.close(),
    ]),
  );
  await world.store.close();
  if (open) world.log.info('hub.stopped');
}

/** Every connection in good order, then whatever is left of them. */
async function hangUp({ connector }: World, { mcp }: Parts): Promise<void> {
  await mcp.connections.close();
  await connector.close();
}
