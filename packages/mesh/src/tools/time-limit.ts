import type { Cancel, Timers } from '../world.ts';

/** Time that a result may take. Whoever waits on a stream gets it anew with every piece. */
export class TimeLimit {
  readonly #timers: Timers;
  readonly #ms: number;
  readonly #passed = Promise.withResolvers<typeof passed>();
  #cancel: Cancel;

  constructor(timers: Timers, ms: number) {
    this.#timers = timers;
    this.#ms = ms;
    this.#cancel = this.#start();
  }

  /** The value, or `passed` if the time is up first. */
  async within<T>(value: PromiseLike<T>): Promise<T | typeof passed> {
    return Promise.race([value, this.#passed.promise]);
  }

  renew(): void {
    this.#cancel();
    this.#cancel = this.#start();
  }

  end(): void {
    this.#cancel();
  }

  #start(): Cancel {
    return this.#timers.after(this.#ms, () => this.#passed.resolve(passed));
  }
}

export const passed = Symbol('the time is up');
