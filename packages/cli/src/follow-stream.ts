import { PatchbayError } from '@patchbay/contracts';
import { readEvents, type StreamedEvent } from '@patchbay/client';
import type { Context } from './command.ts';

const againMs = 2_000;

/** Follows until somebody stops it. A hub that is away for a moment is waited for; one that lets nobody in is not. */
export async function followUntilStopped(context: Context, follow: () => Promise<void>): Promise<number> {
  const { err, stopped, pause } = context;
  const stopping = stopped().then(() => 'stopped' as const);
  let isAway = false;
  for (;;) {
    const ended = await Promise.race([stopping, follow().catch(whenGone)]);
    if (ended === 'stopped') return 0;
    if (!isAway) err('The hub does not answer; trying again.');
    isAway = ended === 'away';
    await Promise.race([stopping, pause(againMs)]);
  }
}

/** Away for a moment is no reason to stop; not being let in is. */
function whenGone(error: unknown): 'away' {
  if (PatchbayError.is(error) && error.code !== 'HUB_UNREACHABLE') throw error;
  return 'away';
}

/** Opens a stream again and again where the last one ended, and hands over what comes. */
export function followLines(
  context: Context,
  open: (after: number) => Promise<Response>,
  show: (event: StreamedEvent) => void,
): Promise<number> {
  let after = 0;
  return followUntilStopped(context, async () => {
    for await (const event of readEvents(await open(after))) {
      after = Number(event.id);
      show(event);
    }
  });
}
