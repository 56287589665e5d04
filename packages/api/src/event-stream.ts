import { eventCatalog } from '@patchbay/contracts';
import { hasRole, type EventBus, type Principal } from '@patchbay/core';
import { formatEvent, sendEvents, type SentStream } from './send-events.ts';

export interface EventStreamOptions extends Omit<SentStream, 'texts'> {
  readonly bus: Pick<EventBus, 'follow'>;
  readonly after: number;
  readonly principal: Principal;
}

/** What happens in the hub, as far as this principal may know it. */
export function createEventStream(options: EventStreamOptions): Response {
  return sendEvents({ ...options, texts: (signal) => visibleEvents(options, signal) });
}

async function* visibleEvents(
  { bus, after, principal, isStillAllowed }: EventStreamOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const event of bus.follow(after, signal)) {
    if (!(await isStillAllowed())) return;
    // A newer version on the same database may tell of what this one has no name for.
    const isKnown = Object.hasOwn(eventCatalog, event.name);
    const { id, name, data, at } = event;
    if (isKnown && hasRole(principal, eventCatalog[name].role))
      yield formatEvent(name, { ...data, at: at.toISOString() }, String(id));
  }
}
