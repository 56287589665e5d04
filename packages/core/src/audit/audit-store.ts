import type { AuditRow, AuditValues } from './audit-entry.ts';
import type { ChainLink } from './chain.ts';

/** Where the chain begins and ends, all seen at one moment. */
export interface ChainEnds {
  /** The last row that was forgotten, or what stands before the first. */
  readonly base: ChainLink;
  readonly head: ChainLink;
  /** The highest number that any row has; that of the base if there are none. */
  readonly top: number;
}

/** What happens to the notes of calls together with the rows that tell how they ended. */
export interface Settled {
  /** The notes of these calls go. */
  readonly ended: readonly string[];
  /** The notes of these stay: nobody knows what became of them. */
  readonly unknown: readonly string[];
}

export interface KeptRow {
  readonly row: AuditRow;
  readonly values?: AuditValues | undefined;
}

export interface AuditFilter {
  readonly from?: string | undefined;
  /** Up to, but without. */
  readonly to?: string | undefined;
  readonly call?: string | undefined;
  readonly principal?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly outcome?: string | undefined;
  readonly via?: string | undefined;
  readonly decision?: string | undefined;
  readonly approval?: string | undefined;
  readonly trace?: string | undefined;
}

/** A row as a page ends with it. */
export type AuditPlace = Pick<AuditRow, 'at' | 'seq'>;

export interface AuditPage {
  readonly filter: AuditFilter;
  /** Only what comes after this one in the list. */
  readonly after?: AuditPlace | undefined;
  readonly limit: number;
}

/** Port. `store` implements it on SQL with sealed values, `testkit` in memory. */
export interface AuditStore {
  ends(): Promise<ChainEnds>;
  /**
   * Writes rows that follow `head`, and settles notes, both on disk when it resolves, or neither: false when the
   * head is another by now.
   */
  append(head: ChainLink, rows: readonly KeptRow[], settled: Settled): Promise<boolean>;
  /** Of the row with this number, if there is one. */
  hashAt(seq: number): Promise<string | undefined>;
  /** Newest first. */
  list(page: AuditPage): Promise<readonly AuditRow[]>;
  /** In the order of the chain. */
  after(seq: number, limit: number): Promise<readonly AuditRow[]>;
  /** What was kept of these rows and can be opened. */
  valuesOf(seqs: readonly number[]): Promise<ReadonlyMap<number, AuditValues>>;
  /** Forgets rows from the beginning of the chain as long as they are older, some at a time. Says how many. */
  forget(before: string): Promise<number>;
}
