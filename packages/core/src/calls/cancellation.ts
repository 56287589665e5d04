/** What a call must know of an AbortSignal. Whatever has this can stand in for one. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: CancelListener): void;
  removeEventListener(type: 'abort', listener: CancelListener): void;
}

export type CancelListener = ((event: unknown) => void) | { handleEvent(event: unknown): void };

/**
 * An AbortController and its signal in one, without the weight of an EventTarget: there is one for each call, and most
 * are never aborted.
 */
export class CallCancellation implements Cancellation {
  #aborted = false;
  #listeners: readonly CancelListener[] = [];

  get aborted(): boolean {
    return this.#aborted;
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of this.#listeners)
      if (typeof listener === 'function') listener(this);
      else listener.handleEvent(this);
  }

  addEventListener(_: 'abort', listener: CancelListener): void {
    this.#listeners = [...this.#listeners, listener];
  }

  removeEventListener(_: 'abort', listener: CancelListener): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener);
  }
}
