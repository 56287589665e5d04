/** How often a stream is taken up again without anything new on it. */
const maxIdle = 3;
const idleDelayMs = 250;

export interface ResumePoint {
  readonly eventId: string;
  readonly retryMs: number;
}

/** Where and when to take up a broken stream again, as long as there is a point in it. */
export class Resumption {
  #eventId: string | undefined;
  #idle = 0;

  get hasBegun(): boolean {
    return this.#eventId !== undefined;
  }

  /** `reached` is where the stream that broke had come; undefined if nothing came on it. */
  next(reached: ResumePoint | undefined): { readonly eventId: string; readonly delayMs: number } | undefined {
    const eventId = reached?.eventId ?? this.#eventId;
    if (eventId === undefined) return undefined;
    this.#idle = eventId === this.#eventId ? this.#idle + 1 : 0;
    this.#eventId = eventId;
    if (this.#idle > maxIdle) return undefined;
    return { eventId, delayMs: Math.max(reached?.retryMs ?? 0, this.#idle * idleDelayMs) };
  }
}
