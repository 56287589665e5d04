import type { Clock } from '../clock.ts';
import type { CallRecord } from './stages/audit.ts';

const minuteMs = 60_000;
const keptMinutes = 60;
/** Each bucket is so much wider than the one before: what is read from them is right within a tenth. */
const growth = 1.1;
const buckets = 160;

export interface CallMinute {
  readonly at: Date;
  readonly calls: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

interface Minute {
  readonly number: number;
  calls: number;
  failed: number;
  readonly took: Uint32Array;
}

/**
 * How the last hour went, minute by minute, for people who look. In memory and of bounded size, whatever the load;
 * the audit is the record.
 */
export class CallRates {
  readonly #clock: Clock;
  readonly #minutes: Minute[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  record({ trail, outcome, tookMs }: Pick<CallRecord, 'trail' | 'outcome' | 'tookMs'>): void {
    const minute = this.#current();
    minute.calls += 1;
    if (outcome !== 'ok' && outcome !== 'APPROVAL_PENDING') minute.failed += 1; // who waits has not failed
    // How long a person took to decide says nothing about how quick a server is.
    if (trail.approval === undefined) add(minute.took, bucketOf(tookMs));
  }

  /** Oldest first, up to this minute, with those in which nothing happened. */
  recent(): CallMinute[] {
    const now = this.#number();
    const known = new Map(this.#minutes.map((minute) => [minute.number, minute]));
    return Array.from({ length: keptMinutes }, (_, back) => {
      const number = now - keptMinutes + 1 + back;
      return toView(number, known.get(number));
    });
  }

  #number(): number {
    return Math.floor(this.#clock.now().getTime() / minuteMs);
  }

  #current(): Minute {
    const number = this.#number();
    const last = this.#minutes.at(-1);
    if (last?.number === number) return last;
    const next = { number, calls: 0, failed: 0, took: new Uint32Array(buckets) };
    this.#minutes.push(next);
    while ((this.#minutes[0]?.number ?? number) <= number - keptMinutes) this.#minutes.shift();
    return next;
  }
}

function bucketOf(ms: number): number {
  return Math.min(buckets - 1, Math.floor(Math.log(Math.max(1, ms)) / Math.log(growth)));
}

function toView(number: number, minute: Minute | undefined): CallMinute {
  const at = new Date(number * minuteMs);
  if (!minute) return { at, calls: 0, failed: 0, p50Ms: null, p95Ms: null, p99Ms: null };
  const [p50Ms = null, p95Ms = null, p99Ms = null] = [0.5, 0.95, 0.99].map((part) =>
    percentile(minute.took, part),
  );
  return { at, calls: minute.calls, failed: minute.failed, p50Ms, p95Ms, p99Ms };
}

function percentile(took: Uint32Array, part: number): number | null {
  const total = took.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = Math.ceil(total * part);
  const bucket = took.findIndex((count) => (left -= count) <= 0);
  return Math.round(growth ** bucket);
}

function add(took: Uint32Array, bucket: number): void {
  took[bucket] = (took[bucket] ?? 0) + 1;
}
