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

/** So many runs may have said something that is not stored; more are those that others go on with. */
const maxSpeaking = 1_000;

/**
 * What is told of the runs that are worked on here. A class because it knows who listens, and what was said since the
 * last step, for those who come in the middle of it.
 */
export class RunFeed {
  readonly #listeners = new Map<RunId, Set<Listener>>();
  readonly #unstored = new Map<RunId, Map<string, RunNews>>();

  readonly tell = (news: RunNews): void => {
    if (news.step === undefined) this.#keep(news);
    else this.#unstored.delete(news.runId);
    for (const listener of this.#listeners.get(news.runId) ?? []) listener(news);
  };

  /** Whoever listens is told first what was said since the last step. Gives what ends it. */
  listen(id: RunId, listener: Listener): () => void {
    const all = this.#listeners.get(id) ?? new Set();
    all.add(listener);
    this.#listeners.set(id, all);
    for (const news of this.#unstored.get(id)?.values() ?? []) listener(news);
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#listeners.delete(id);
    };
  }

  #keep(news: RunNews): void {
    const own = this.#unstored.get(news.runId) ?? new Map<string, RunNews>();
    const key = keyOf(news.event);
    own.set(key, join(own.get(key), news));
    this.#unstored.set(news.runId, own);
    const [oldest] = this.#unstored.keys();
    if (oldest !== undefined && this.#unstored.size > maxSpeaking) this.#unstored.delete(oldest);
  }
}

/** News with the same key are about one thing. */
function keyOf({ name, data }: RunEvent): string {
  if (name === 'message') return `${data.messageId} ${data.channel}`;
  return name === 'tool_call_update' ? data.callId : name;
}

/** The pieces of a message make one longer piece; of all else, the last is what counts. */
function join(before: RunNews | undefined, news: RunNews): RunNews {
  const { event } = news;
  if (event.name !== 'message' || before?.event.name !== 'message') return news;
  const delta = `${before.event.data.delta ?? ''}${event.data.delta ?? ''}`;
  return { ...news, event: { name: 'message', data: { ...event.data, delta } } };
}
