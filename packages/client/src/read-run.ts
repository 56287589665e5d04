import { PatchbayError, runEventCatalog, type RunEventData, type RunEventName } from '@patchbay/contracts';
import type { Client } from './client.ts';
import { readEvents, type StreamedEvent } from './read-events.ts';

export interface ReadRunOptions {
  readonly id: string;
  /** Its events, where such a stream has begun. */
  readonly stream?: Response | undefined;
  /** The stream was cut, or the hub does not answer; it is asked again after a pause. */
  readonly onGone: () => void;
  /** Before the hub is asked again. */
  readonly pause: () => Promise<unknown>;
}

export type RunEvent = {
  readonly [N in RunEventName]: { readonly name: N; readonly data: RunEventData<N> };
}[RunEventName];

/** All that happens in a run, until it has ended. When the hub goes away, it goes on from the last event once it is back. */
export async function* readRun(
  hub: Pick<Client, 'runEvents'>,
  { id, stream, onGone, pause }: ReadRunOptions,
): AsyncGenerator<StreamedEvent> {
  let after: string | undefined;
  let isGone = false;
  let current = stream ?? (await hub.runEvents({ params: { id } }));
  for (;;) {
    for await (const event of read(current)) {
      isGone = false;
      if (event.id !== '') after = event.id;
      yield event;
      if (event.name === 'done') return;
    }
    if (!isGone) onGone();
    isGone = true;
    await pause();
    const headers = after === undefined ? {} : { 'Last-Event-ID': after };
    current = (await hub.runEvents({ params: { id }, headers }).catch(whenGone)) ?? new Response(null);
  }
}

export function toRunEvent({ name, data }: StreamedEvent): RunEvent | undefined {
  return parseRunEvent(name, JSON.parse(data));
}

/** What a newer hub tells and this one has no name for is left out. */
export function parseRunEvent(name: string, data: unknown): RunEvent | undefined {
  const known = Object.hasOwn(runEventCatalog, name) ? runEventCatalog[name as RunEventName] : undefined;
  const parsed = known?.data.safeParse(data);
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
