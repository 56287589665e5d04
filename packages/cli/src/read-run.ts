import { readEvents, type StreamedEvent } from '@patchbay/client';
import { PatchbayError, runEventCatalog, type RunEventData, type RunEventName } from '@patchbay/contracts';
import type { Context } from './command.ts';

const againMs = 2_000;

/** A run, and the stream of its events where one has begun. */
export interface FollowedRun {
  readonly id: string;
  readonly stream?: Response | undefined;
}

export type RunEvent = {
  readonly [N in RunEventName]: { readonly name: N; readonly data: RunEventData<N> };
}[RunEventName];

/** All that happens in a run, until it has ended. When the hub goes away, it goes on from the last event once it is back. */
export async function* readRun(context: Context, { id, stream }: FollowedRun): AsyncGenerator<StreamedEvent> {
  const { hub, err, pause, waitsFor } = context;
  let after: string | undefined;
  let current = stream ?? (await hub().runEvents({ params: { id } }));
  for (;;) {
    for await (const event of read(current)) {
      if (event.id !== '') after = event.id;
      yield event;
      if (event.name === 'done') return;
    }
    err('The hub does not answer; the run goes on when it is back. Trying again.');
    waitsFor('Waits for the hub');
    await pause(againMs);
    const headers = after === undefined ? {} : { 'Last-Event-ID': after };
    current = (await hub().runEvents({ params: { id }, headers }).catch(whenGone)) ?? new Response(null);
  }
}

/** What a newer hub tells and this one has no name for is left out. */
export function toRunEvent({ name, data }: StreamedEvent): RunEvent | undefined {
  const known = Object.hasOwn(runEventCatalog, name) ? runEventCatalog[name as RunEventName] : undefined;
  const parsed = known?.data.safeParse(JSON.parse(data));
  return parsed?.success ? ({ name, data: parsed.data } as RunEvent) : undefined; // by the row of this name
}

/** A stream that breaks off has ended, as one that ends in good order. */
async function* read(stream: Response): AsyncGenerator<StreamedEvent> {
  try {
    yield* readEvents(stream);
  } catch (error) {
    if (PatchbayError.is(error)) throw error;
  }
}

function whenGone(error: unknown): undefined {
  if (PatchbayError.is(error) && error.code !== 'HUB_UNREACHABLE') throw error;
}
