import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trace } from './trace.ts';

/** The call that a handler serves, known to everything that it calls without being passed on by hand. */
export interface CallScope {
  /** The tool that is called. */
  readonly tool: string;
  readonly trace: Trace;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** One for each running agent. */
export class CallScopes {
  readonly #storage = new AsyncLocalStorage<CallScope>();

  run<T>(scope: CallScope, body: () => T): T {
    return this.#storage.run(scope, body);
  }

  current(): CallScope | undefined {
    return this.#storage.getStore();
  }
}
