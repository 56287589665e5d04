import type { Clock } from '../clock.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { ChainLink } from './chain.ts';
import type { AuditItem } from './to-audit-item.ts';

/** Items that are written together, until it is known that they are. */
export interface AuditBatch {
  readonly items: readonly AuditItem[];
  /** Where the chain would have ended with them, each time that it was tried. */
  readonly tried: ChainLink[];
}

const maxBatch = 500;
const maxKept = 10_000;
/** Of values; rows are small. */
const maxValueChars = 50_000_000;

/**
 * What waits to be written, oldest first. It has a limit: beyond it the oldest of those that had no effect go, and
 * are counted. What could have had an effect never goes.
 */
export class AuditQueue {
  readonly #clock: Clock;
  readonly #maxWaiting: number;
  #waiting: AuditItem[] = [];
  #batch: AuditBatch | undefined;
  #missing = 0;
  #valueChars = 0;

  constructor(clock: Clock, maxWaiting = maxKept) {
    this.#clock = clock;
    this.#maxWaiting = maxWaiting;
  }

  get length(): number {
    return this.#waiting.length + (this.#batch?.items.length ?? 0);
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#maxWaiting;
  }

  /** Says how many had to go for them. */
  add(items: readonly AuditItem[]): number {
    for (const item of items) this.#waiting.push(this.#withinRoom(item));
    const excess = this.#waiting.length - this.#maxWaiting;
    const dropped = excess > 0 ? this.#waiting.filter(({ isNoted }) => !isNoted).slice(0, excess) : [];
    if (dropped.length === 0) return 0;
    const gone = new Set(dropped);
    this.#waiting = this.#waiting.filter((item) => !gone.has(item));
    for (const item of dropped) this.#valueChars -= sizeOf(item);
    this.#missing += dropped.length;
    return dropped.length;
  }

  /** One of which nothing can be said but that it was. */
  miss(): void {
    this.#missing += 1;
  }

  /** The same until it is done: what was tried may be on disk already. */
  next(): AuditBatch | undefined {
    if (this.#batch) return this.#batch;
    const gap = this.#missing > 0 ? [this.#toGap()] : [];
    const items = [...gap, ...this.#waiting.slice(0, maxBatch)];
    if (items.length === 0) return undefined;
    this.#waiting = this.#waiting.slice(maxBatch);
    this.#missing = 0;
    this.#batch = { items, tried: [] };
    return this.#batch;
  }

  done(): void {
    for (const item of this.#batch?.items ?? []) this.#valueChars -= sizeOf(item);
    this.#batch = undefined;
  }

  /** While nothing can be written, values go before rows do. */
  #withinRoom(item: AuditItem): AuditItem {
    const size = sizeOf(item);
    if (this.#valueChars + size > maxValueChars)
      return { ...item, values: undefined, entry: { ...item.entry, hasValues: false } };
    this.#valueChars += size;
    return item;
  }

  #toGap(): AuditItem {
    const missing = this.#missing;
    const at = this.#clock.now().toISOString();
    return { entry: { ...nobody, id: `gap-${at}`, at, missing }, values: undefined, isNoted: false };
  }
}

function sizeOf({ values }: AuditItem): number {
  return (values?.arguments?.length ?? 0) + (values?.result?.length ?? 0);
}

const nobody: Omit<AuditEntry, 'id' | 'at' | 'missing'> = {
  principal: 'hub',
  principalName: 'hub',
  via: 'hub',
  server: null,
  tool: '',
  toolDigest: null,
  policy: null,
  decision: null,
  approval: null,
  args: null,
  traceId: null,
  result: null,
  outcome: 'gap',
  latencyMs: 0,
  attempts: 0,
  hasValues: false,
};
