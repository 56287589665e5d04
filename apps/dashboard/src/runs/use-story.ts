import { createClient, readRun, toRunEvent } from '@patchbay/client';
import type { ListedRunView } from '@patchbay/contracts';
import { useEffect, useState } from 'react';
import { watchedFetch } from '../app/watched-fetch.ts';
import { isOver } from '../data.ts';
import { gather } from '../gather.ts';
import { queries } from '../queries.ts';
import { dropUnfinished, noStory, tell, type Story, type Told } from './story.ts';

export interface FollowedStory {
  readonly story: Story;
  /** The line is cut; it is tried again. */
  readonly isLost: boolean;
  readonly error: unknown;
}

const begin: FollowedStory = { story: noStory, isLost: false, error: undefined };
const againMs = 1_000;
/** Pieces of a message come in floods; the page is drawn once for each so long. */
const gatherMs = 30;

/** A run as it goes on: from its beginning, and when the line was cut, from where it was. */
export function useStory({ id, status }: Pick<ListedRunView, 'id' | 'status'>): FollowedStory {
  const [followed, setFollowed] = useState(begin);
  const [wasOver] = useState(isOver(status));
  useEffect(() => {
    setFollowed(begin);
    const stop = new AbortController();
    const change = (by: (story: Story) => Partial<FollowedStory>): void =>
      setFollowed((now) => (stop.signal.aborted ? now : { ...now, ...by(now.story) }));
    const onTold = wasOver ? () => {} : lookAgain;
    follow(id, { change, onTold }, stop.signal).catch((error: unknown) => change(() => ({ error })));
    return () => stop.abort();
  }, [id, wasOver]);
  return followed;
}

interface Reader {
  readonly change: (by: (story: Story) => Partial<FollowedStory>) => void;
  readonly onTold: (all: readonly Told[]) => void;
}

async function follow(id: string, { change, onTold }: Reader, stop: AbortSignal): Promise<void> {
  const hub = createClient({ url: location.origin, fetch: watchedFetch(stop) });
  const onGone = (): void => change((story) => ({ isLost: true, story: dropUnfinished(story) }));
  const pause = async (): Promise<void> => {
    stop.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, againMs));
    stop.throwIfAborted();
  };
  const add = gather<Told>(gatherMs, (all) => {
    change((story) => ({ story: all.reduce(tell, story), isLost: false }));
    onTold(all);
  });
  for await (const streamed of readRun(hub, { id, onGone, pause })) {
    const event = toRunEvent(streamed);
    if (event) add({ event, at: (JSON.parse(streamed.data) as { at?: string }).at });
  }
}

/** What else the page shows of the run has changed with it. */
function lookAgain(all: readonly Told[]): void {
  const isNews = ({ event }: Told): boolean =>
    event.name === 'done' || event.name === 'approval_required' || event.name === 'tool_call_update';
  if (!all.some((told) => told.at !== undefined && isNews(told))) return;
  for (const key of ['runs', 'approval']) void queries.invalidateQueries({ queryKey: [key] });
}
