import type { RotationView, SettingView } from '@patchbay/contracts';
import type { CallRates, EventBus, EventStore, HubEvent, Principal } from '@patchbay/core';
import { createEventStream } from '../event-stream.ts';
import type { Handlers } from '../handler.ts';
import { landingPage, type DashboardState } from '../landing-page.ts';
import { createOpenApi } from '../openapi.ts';
import { eventStreamHeaders } from '../send-events.ts';

export interface HubHandlerDeps {
  readonly version: string;
  readonly dashboard: { readonly state: DashboardState };
  readonly settings: Readonly<Record<string, SettingView>>;
  readonly rotateSecrets: () => Promise<RotationView>;
  readonly events: EventBus;
  readonly recentEvents: (
    principal: Principal,
    wanted: { readonly limit: number; readonly serverId?: string | undefined },
  ) => Promise<readonly HubEvent[]>;
  readonly callRates: Pick<CallRates, 'recent'>;
  readonly eventStore: Pick<EventStore, 'latestId'>;
  /** Aborted when the hub stops, so that open streams end. */
  readonly stopping: AbortSignal;
  readonly heartbeatMs: number;
}

export function hubHandlers(
  deps: HubHandlerDeps,
): Handlers<'landing' | 'openapi' | 'config' | 'rotateSecrets' | 'events' | 'recentEvents' | 'callRates'> {
  const openapi = JSON.stringify(createOpenApi(deps.version));
  return {
    landing: () =>
      new Response(landingPage(deps.version, deps.dashboard.state), {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      }),

    openapi: () => new Response(openapi, { headers: { 'Content-Type': 'application/json' } }),

    config: () => ({ body: { ...deps.settings } }),

    async rotateSecrets() {
      const rotation = await deps.rotateSecrets();
      deps.events.publish('secrets.rotated', { resealed: rotation.resealed });
      return { body: rotation };
    },

    recentEvents: async ({ principal, query }) => ({
      body: (await deps.recentEvents(principal, query)).map(({ id, name, at, data }) => ({
        id,
        name,
        at: at.toISOString(),
        data,
      })),
    }),

    callRates: () => ({
      body: deps.callRates.recent().map(({ at, ...minute }) => ({ at: at.toISOString(), ...minute })),
    }),

    async events({ request, query, principal, isStillAllowed }) {
      if (request.method === 'HEAD') return new Response(null, { headers: eventStreamHeaders });
      const { events: bus, eventStore, stopping, heartbeatMs } = deps;
      const latest = await eventStore.latestId();
      const seen = lastSeen(request) ?? query.after ?? latest;
      const after = seen > latest ? 0 : seen; // an id from before the log began anew
      const { signal } = request;
      return createEventStream({ bus, after, principal, isStillAllowed, signal, stopping, heartbeatMs });
    },
  };
}

/** A browser that reconnects says by itself what it saw last. */
function lastSeen({ headers }: Request): number | undefined {
  const id = headers.get('last-event-id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
