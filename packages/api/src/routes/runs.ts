import { fail } from '@patchbay/contracts';
import {
  followRun,
  hasRole,
  storedEvents,
  timelineOf,
  toListedRunView,
  toRunView,
  type CancelRun,
  type FollowedEvent,
  type Principal,
  type RunFeed,
  type RunId,
  type RunList,
  type RunStore,
  type StoredRun,
  type SubmitRun,
  type TimelineEntry,
  type Timers,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { traceOf } from '../http/trace-of.ts';
import { eventStreamHeaders, formatEvent, sendEvents } from '../send-events.ts';

export interface RunHandlerDeps extends SubmitRun {
  readonly store: RunStore & RunList;
  readonly feed: Pick<RunFeed, 'listen'>;
  readonly cancel: CancelRun;
  readonly timers: Timers;
  readonly stopping: AbortSignal;
  readonly heartbeatMs: number;
}

type RunRoute =
  | 'startRun'
  | 'respond'
  | 'sendAlert'
  | 'listRuns'
  | 'getRun'
  | 'runEvents'
  | 'runSteps'
  | 'cancelRun';

export function runHandlers(deps: RunHandlerDeps): Handlers<RunRoute> {
  const { store, submit, alert, cancel } = deps;
  /** Whoever may not see a run cannot tell it from one that does not exist. */
  const find = async (id: string, principal: Principal): Promise<StoredRun> => {
    const stored = await store.find(id as RunId);
    const isOwn = stored?.run.principal.id === principal.id;
    if (stored && (isOwn || hasRole(principal, 'admin'))) return stored;
    throw fail('RUN_NOT_FOUND', { id });
  };
  const follow = (id: string, request: Request, isStillAllowed: () => Promise<boolean>) =>
    streamRun(deps, { id: id as RunId, request, isStillAllowed });
  return {
    async startRun({ body, principal, request }) {
      const run = await submit(body, principal, { trace: traceOf(request) });
      return { body: toRunView({ run, steps: [] }) };
    },

    async sendAlert({ body, principal, request }) {
      const run = await alert(body, principal, { trace: traceOf(request) });
      return { body: toRunView({ run, steps: [] }) };
    },

    async respond({ body, principal, request, isStillAllowed }) {
      const { id } = await submit(body, principal, { trace: traceOf(request) });
      return follow(id, request, isStillAllowed);
    },

    async listRuns({ query: { status, before, own: isOwn, ...query }, principal }) {
      const own = hasRole(principal, 'admin') && !isOwn ? {} : { principal: principal.id };
      const statuses = status && [status];
      const listed = await store.list({ ...query, ...own, statuses, before: before as RunId | undefined });
      return { body: listed.map(toListedRunView) };
    },

    getRun: async ({ params, principal }) => ({ body: toRunView(await find(params.id, principal)) }),

    async runEvents({ params, principal, request, isStillAllowed }) {
      await find(params.id, principal);
      if (request.method === 'HEAD') return new Response(null, { headers: eventStreamHeaders });
      return follow(params.id, request, isStillAllowed);
    },

    async runSteps({ params, query, principal }) {
      const stored = await find(params.id, principal);
      return {
        body: query.all ? timelineOf(stored).map(toStep) : storedEvents(stored, undefined).map(toStep),
      };
    },

    async cancelRun({ params, principal }) {
      const { run } = await find(params.id, principal);
      await cancel(run.id, principal);
      return { body: toRunView(await find(params.id, principal)) };
    },
  };
}

function toStep({ id = '', at = new Date(0), event: { name, data } }: FollowedEvent | TimelineEntry) {
  return { id, at: at.toISOString(), event: name, data };
}

interface Followed {
  readonly id: RunId;
  readonly request: Request;
  readonly isStillAllowed: () => Promise<boolean>;
}

function streamRun(deps: RunHandlerDeps, { id, request, isStillAllowed }: Followed): Response {
  const { stopping, heartbeatMs } = deps;
  const after = request.headers.get('last-event-id') ?? undefined;
  async function* texts(signal: AbortSignal): AsyncGenerator<string> {
    // Who reads along goes on elsewhere, or after the restart, from the last event they have.
    const until = AbortSignal.any([signal, stopping]);
    for await (const one of followRun(deps, { id, after }, until)) {
      if (!(await isStillAllowed())) return;
      yield toText(one);
    }
  }
  const response = sendEvents({ texts, isStillAllowed, signal: request.signal, stopping, heartbeatMs });
  response.headers.set('X-Run-Id', id);
  return response;
}

function toText({ id, at, event }: FollowedEvent): string {
  return formatEvent(event.name, { ...event.data, ...(at && { at: at.toISOString() }) }, id);
}
