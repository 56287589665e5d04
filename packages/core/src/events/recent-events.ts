import { eventCatalog } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import type { EventStore, HubEvent } from './event.ts';

/** More than a store keeps; what is asked about one server may lie far back. */
const all = 10_000;
/** Of what happened last, so much is looked at for each that is wanted, as some is not for everybody. */
const spare = 4;

export interface WantedEvents {
  readonly limit: number;
  readonly serverId?: string | undefined;
}

/** What happened lately, newest first, as far as this principal may know. */
export function createRecentEvents(store: Pick<EventStore, 'after' | 'latestId'>) {
  return async (principal: Principal, { limit, serverId }: WantedEvents): Promise<HubEvent[]> => {
    const span = serverId === undefined ? limit * spare : all;
    const events = await store.after(Math.max(0, (await store.latestId()) - span), span);
    return events
      .filter(({ name }) => Object.hasOwn(eventCatalog, name) && hasRole(principal, eventCatalog[name].role))
      .filter(({ data }) => serverId === undefined || ('serverId' in data && data.serverId === serverId))
      .toReversed()
      .slice(0, limit);
  };
}
