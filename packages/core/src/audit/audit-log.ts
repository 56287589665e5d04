import { fail, PatchbayError, reasonOf } from '@patchbay/contracts';
import type { Digest } from '../access/key.ts';
import type { CallRecord } from '../calls/stages/audit.ts';
import type { Clock } from '../clock.ts';
import type { Warnings } from '../health/warnings.ts';
import type { Log } from '../log.ts';
import type { Cancel, Timers } from '../timers.ts';
import { AuditQueue, type AuditBatch } from './audit-queue.ts';
import type { AuditStore } from './audit-store.ts';
import { chainUp, type ChainLink } from './chain.ts';
import type { AuditItem, ToAuditItem } from './to-audit-item.ts';

export interface AuditLogDeps {
  readonly store: Pick<AuditStore, 'ends' | 'append' | 'hashAt'>;
  readonly toItem: ToAuditItem;
  readonly digest: Pick<Digest, 'sha256'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly warnings: Warnings;
  readonly log: Log;
  readonly onWritten: (rows: number) => void;
  readonly onDropped: (rows: number) => void;
  readonly maxWaiting?: number;
}

/** Long enough for calls to share a write and for their callers to have their answers. */
const gatherMs = 25;
const retryMs = 1_000;
/** Other hubs on the same store move the head too. */
const maxAttempts = 20;

/**
 * Writes down how every call ended, behind the back of its caller: digests, chain and disk all come after the
 * answer. The row of a call that could have an effect takes its note away in the same write, so there is always
 * one or the other. A class because what was recorded must be written before the store closes.
 */
export class AuditLog {
  readonly #deps: AuditLogDeps;
  readonly #queue: AuditQueue;
  #fresh: CallRecord[] = [];
  #head: ChainLink | undefined;
  #writing: Promise<void> | undefined;
  #cancelGathering: Cancel | undefined;
  /** Set while nothing can be written. */
  #cancelRetry: Cancel | undefined;
  #isClosed = false;

  constructor(deps: AuditLogDeps) {
    this.#deps = deps;
    this.#queue = new AuditQueue(deps.clock, deps.maxWaiting);
  }

  record(record: CallRecord): void {
    this.#fresh.push(record);
    if (this.#isClosed) return;
    this.#cancelGathering ??= this.#deps.timers.after(gatherMs, () => {
      this.#cancelGathering = undefined;
      if (this.#cancelRetry || this.#writing) this.#take();
      else void this.flush();
    });
  }

  /** False when so much waits to be written that nothing more may be done that has to be written down. */
  get isOpen(): boolean {
    return !this.#queue.isFull;
  }

  get waiting(): number {
    return this.#queue.length + this.#fresh.length;
  }

  /** Resolves when everything recorded so far is on disk, or cannot be written now. */
  async flush(): Promise<void> {
    this.#take();
    while (this.#writing) await this.#writing;
    this.#writing = this.#write().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  /** The same for those who only want to read: where nothing can be written, they do not wait for the next attempt. */
  async catchUp(): Promise<void> {
    if (!this.#cancelRetry) await this.flush();
  }

  /** Writes what is left, and does not try again. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelGathering?.();
    this.#cancelRetry?.();
    return this.flush();
  }

  #take(): void {
    const items = this.#fresh.flatMap((record) => this.#toItems(record));
    this.#fresh = [];
    const dropped = this.#queue.add(items);
    if (dropped === 0) return;
    this.#deps.onDropped(dropped);
    this.#deps.warnings.raise({
      id: 'audit-gap',
      category: 'audit',
      message:
        'Calls that only read were not written to the audit while it could not be written. A row "gap" says how many.',
    });
  }

  /** What cannot be told must at least be counted. A note of it stays, and is told at the next start. */
  #toItems(record: CallRecord): AuditItem[] {
    try {
      return [this.#deps.toItem(record)];
    } catch (error) {
      this.#queue.miss();
      this.#deps.onDropped(1);
      this.#deps.log.error('audit.untold', { call: record.call.id, error });
      return [];
    }
  }

  async #write(): Promise<void> {
    try {
      for (let batch = this.#queue.next(); batch; batch = this.#queue.next()) {
        await this.#append(batch);
        this.#queue.done();
        this.#deps.onWritten(batch.items.length);
      }
      this.#working();
    } catch (error) {
      this.#failing(error);
    }
  }

  async #append(batch: AuditBatch): Promise<void> {
    const { store, digest } = this.#deps;
    const entries = batch.items.map(({ entry }) => entry);
    const settled = {
      ended: batch.items.filter(({ isNoted }) => isNoted).map(({ entry }) => entry.id),
      unknown: [],
    };
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (await this.#isThere(batch)) return;
      const head = this.#head ?? (await store.ends()).head;
      this.#head = undefined; // until it is known where the chain ends now
      const rows = chainUp(head, entries, digest);
      const last = rows.at(-1) ?? head;
      batch.tried.push(last);
      const kept = rows.map((row, at) => ({ row, values: batch.items[at]?.values }));
      const isWritten = await store.append(head, kept, settled).catch((error: unknown) => {
        if (PatchbayError.is(error, 'STORE_UNAVAILABLE')) batch.tried.pop(); // certainly not there
        throw error;
      });
      if (isWritten) return void (this.#head = last);
      batch.tried.pop();
    }
    throw fail('STORE_UNAVAILABLE', { reason: 'the end of the audit was always another than expected.' });
  }

  /** A write whose answer was lost may have happened after all. */
  async #isThere({ tried }: AuditBatch): Promise<boolean> {
    for (const { seq, hash } of tried) if ((await this.#deps.store.hashAt(seq)) === hash) return true;
    return false;
  }

  #working(): void {
    if (!this.#cancelRetry) return;
    this.#cancelRetry();
    this.#cancelRetry = undefined;
    this.#deps.warnings.clear('audit');
    this.#deps.log.info('audit.written-again');
  }

  #failing(error: unknown): void {
    const { timers, warnings, log } = this.#deps;
    if (!this.#cancelRetry) log.error('audit.unwritten', { waiting: this.waiting, error });
    warnings.raise({
      id: 'audit',
      category: 'audit',
      message: `The audit cannot be written; ${String(this.waiting)} rows wait. ${reasonOf(error)}`,
    });
    this.#cancelRetry?.();
    if (this.#isClosed) return;
    this.#cancelRetry = timers.after(retryMs, () => void this.flush());
  }
}
