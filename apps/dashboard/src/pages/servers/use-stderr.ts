import { createClient, readEvents } from '@patchbay/client';
import { PatchbayError, type StderrLineView } from '@patchbay/contracts';
import { useEffect, useState } from 'react';
import { watchedFetch } from '../../app/watched-fetch.ts';
import { gather } from '../../gather.ts';

export interface FollowedLines {
  readonly lines: readonly StderrLineView[];
  readonly state: 'starting' | 'live' | 'lost';
  readonly error: unknown;
}

const begin: FollowedLines = { lines: [], state: 'starting', error: undefined };
const againMs = 1_000;
/** A program may write thousands of lines at once; the page is drawn once for each so long. */
const gatherMs = 100;
const keptLines = 2_000;

/** What a server writes to standard error: what is kept of it, then what comes. */
export function useStderr(name: string): FollowedLines {
  const [followed, setFollowed] = useState(begin);
  useEffect(() => {
    setFollowed(begin);
    const stop = new AbortController();
    const change = (by: (now: FollowedLines) => Partial<FollowedLines>): void =>
      setFollowed((now) => (stop.signal.aborted ? now : { ...now, ...by(now) }));
    follow(name, change, stop.signal).catch((error: unknown) => change(() => ({ error, state: 'lost' })));
    return () => stop.abort();
  }, [name]);
  return followed;
}

type Change = (by: (now: FollowedLines) => Partial<FollowedLines>) => void;

/** Until it is stopped or refused; a hub that is away is waited for. */
async function follow(name: string, change: Change, stop: AbortSignal): Promise<void> {
  let last = 0;
  const add = gather<StderrLineView>(gatherMs, (more) =>
    change(({ lines }) => ({ lines: join(lines, more) })),
  );
  const take = (event: StderrLineView | 'open'): void => {
    if (event === 'open') return change(() => ({ state: 'live' }));
    last = event.id;
    add(event);
  };
  while (!isOver(stop)) {
    try {
      for await (const event of openStream(name, last, stop)) take(event);
    } catch (error) {
      if (PatchbayError.is(error) && error.code !== 'HUB_UNREACHABLE') throw error;
    }
    change(() => ({ state: 'lost' }));
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}

async function* openStream(name: string, last: number, stop: AbortSignal) {
  const hub = createClient({ url: location.origin, fetch: watchedFetch(stop) });
  const response = await hub.followServerStderr({ params: { name }, query: { after: String(last) } });
  yield 'open' as const;
  for await (const { data } of readEvents(response)) yield JSON.parse(data) as StderrLineView;
}

/** A hub that was started again counts from the beginning: its lines come after those that are there. */
function join(lines: readonly StderrLineView[], more: readonly StderrLineView[]): readonly StderrLineView[] {
  const seen = new Set(lines.map(keyOfLine));
  return [...lines, ...more.filter((line) => !seen.has(keyOfLine(line)))].slice(-keptLines);
}

export function keyOfLine({ at, id }: StderrLineView): string {
  return `${at} ${String(id)}`;
}
