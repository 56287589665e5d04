import type { RunId } from '../ids.ts';
import type { Timers } from '../timers.ts';
import { eventsOf, messageIdOf, type RunEvent } from './run-events.ts';
import type { RunFeed, RunNews } from './run-feed.ts';
import { hasEnded } from './run-status.ts';
import type { RunList } from './run-queue.ts';
import type { RunStore, StoredRun } from './run.ts';

export interface FollowRunDeps {
  readonly store: Pick<RunStore, 'find'> & Pick<RunList, 'countSteps'>;
  readonly feed: Pick<RunFeed, 'listen'>;
  readonly timers: Timers;
}

/** An event with its place in the run, or without one if it is not stored. */
export interface FollowedEvent {
  readonly id: string | undefined;
  readonly at: Date | undefined;
  readonly event: RunEvent;
}

/** A run that is worked on elsewhere is looked at again and again. */
const lookMs = 1_000;

/** Where a reader was: the step, and how many of its events. `0` is before the first. */
function readEventId(text: string | undefined): readonly [step: number, event: number] {
  const [, step = '0', event = '0'] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text ?? '') ?? [];
  return [Number(step), Number(event)];
}

/** The events of these steps that come after that place. */
export function storedEvents({ run, steps }: StoredRun, after: string | undefined): FollowedEvent[] {
  const [seenStep, seenEvent] = readEventId(after);
  return steps.flatMap((step, at) => {
    const number = at + 1;
    if (number < seenStep) return [];
    return eventsOf({ run, steps: steps.slice(0, number) }).flatMap((event, nth) => {
      const isSeen = number === seenStep && nth < seenEvent;
      return isSeen ? [] : [{ id: `${String(number)}.${String(nth + 1)}`, at: step.at, event }];
    });
  });
}

/**
 * What happened in a run after a place in it, then what happens, until it has ended. Everybody who follows is told the
 * same, wherever it is worked on; only the pieces of a message and the progress of tools reach those alone who are here.
 */
export async function* followRun(
  deps: FollowRunDeps,
  { id, after }: { readonly id: RunId; readonly after: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<FollowedEvent> {
  using ears = new Ears(deps, id, signal);
  let place = after;
  while (!signal.aborted) {
    const stored = await deps.store.find(id);
    if (!stored) return;
    for (const one of storedEvents(stored, place)) {
      yield* ears.endedBy(stored, one);
      yield one;
      place = one.id;
      ears.know(one.event);
    }
    if (hasEnded(stored.steps)) return;
    yield* ears.untilStored(stored.steps.length);
  }
}

/** The number of the stored step that ends what a piece of a message, or the progress of a call, is part of. */
function endOf({ run, steps }: StoredRun, { name, data }: RunEvent): number {
  const at = steps.findIndex((step, before) => {
    if (name === 'tool_call_update') return step.kind === 'result' && step.callId === data.callId;
    if (name !== 'message' || (step.kind !== 'answered' && step.kind !== 'unanswered')) return false;
    const messageId = messageIdOf({ run, steps: steps.slice(0, before) }, data.turn);
    return step.turn === data.turn && messageId === data.messageId;
  });
  return at + 1;
}

/** Hears what is told here, and looks whether something was stored elsewhere. A class because it owns a listener. */
class Ears implements Disposable {
  readonly #deps: FollowRunDeps;
  readonly #id: RunId;
  readonly #signal: AbortSignal;
  #heard: RunNews[] = [];
  /** The messages that were told whole. */
  readonly #whole = new Set<string>();
  #wake: (() => void) | undefined;
  readonly #stop: () => void;

  constructor(deps: FollowRunDeps, id: RunId, signal: AbortSignal) {
    this.#deps = deps;
    this.#id = id;
    this.#signal = signal;
    const wake = (): void => this.#wake?.();
    const stopListening = deps.feed.listen(id, (news) => {
      this.#heard.push(news);
      wake();
    });
    signal.addEventListener('abort', wake, { once: true });
    this.#stop = () => {
      stopListening();
      signal.removeEventListener('abort', wake);
    };
  }

  /** What was heard of the thing that this event is the end of: who reads gets the pieces before the whole. */
  *endedBy(stored: StoredRun, { id }: FollowedEvent): Generator<FollowedEvent> {
    const [number] = readEventId(id);
    const isPart = (news: RunNews): boolean => this.#isNew(news) && endOf(stored, news.event) === number;
    const parts = this.#heard.filter(isPart);
    this.#heard = this.#heard.filter((news) => !parts.includes(news));
    for (const { event } of parts) yield { id: undefined, at: undefined, event };
  }

  /** What is stored tells it all: its pieces say nothing new, however late they come. */
  know({ name, data }: RunEvent): void {
    if (name === 'message') this.#whole.add(data.messageId);
  }

  /** What is not stored, until there are more steps than so many. */
  async *untilStored(steps: number): AsyncGenerator<FollowedEvent> {
    this.#heard.splice(0, this.#heard.findLastIndex(({ step = Infinity }) => step <= steps) + 1);
    for (;;) {
      let isQuiet = true;
      for (let news = this.#heard[0]; news; news = this.#heard[0]) {
        if (news.step !== undefined && news.step > steps) return; // it is read from the store
        this.#heard.shift();
        isQuiet = false;
        if (this.#isNew(news)) yield { id: undefined, at: undefined, event: news.event };
      }
      if (this.#signal.aborted) return;
      isQuiet &&= !(await this.#news());
      if (isQuiet && (await this.#deps.store.countSteps(this.#id)) !== steps) return;
    }
  }

  #isNew({ step, event: { name, data } }: RunNews): boolean {
    return step === undefined && !(name === 'message' && this.#whole.has(data.messageId));
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  /** False when there was none for a while. */
  async #news(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const cancel = this.#deps.timers.after(lookMs, resolve);
    if (this.#heard.length === 0 && !this.#signal.aborted) await promise;
    cancel();
    this.#wake = undefined;
    return this.#heard.length > 0;
  }
}
