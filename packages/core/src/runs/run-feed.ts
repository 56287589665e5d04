import type { RunId } from '../ids.ts';
import type { RunEvent } from './run-events.ts';

/** News of a run for those who read along. */
export interface RunNews {
  readonly runId: RunId;
  /** The number of the step that it tells of; none for what is not stored: pieces of messages, and progress. */
  readonly step: number | undefined;
  readonly event: RunEvent;
}

type Listener = (news: RunNews) => void;

/** What is told of the runs that are worked on here. A class because it knows who listens. */
export class RunFeed {
  readonly #listeners = new Map<RunId, Set<Listener>>();

  readonly tell = (news: RunNews): void => {
    for (const listener of this.#listeners.get(news.runId) ?? []) listener(news);
  };

  /** Gives what ends it. */
  listen(id: RunId, listener: Listener): () => void {
    const all = this.#listeners.get(id) ?? new Set();
    all.add(listener);
    this.#listeners.set(id, all);
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#listeners.delete(id);
    };
  }
}
