import type { CallFacts } from '../audit/audit-entry.ts';

/** A call that is about to be sent and that could have an effect. */
export interface Intent {
  readonly id: string;
  /** Who asked. */
  readonly principal: string;
  readonly via: string;
  readonly server: string;
  readonly tool: string;
  readonly at: Date;
  /** What else the audit will say of it if nobody comes back to tell how it ended. */
  readonly facts?: CallFacts | undefined;
}

/** Port. The end of an intent is written by the AuditStore, together with the row that tells of it. */
export interface IntentStore {
  /** On disk when it resolves. */
  write(begun: readonly Intent[]): Promise<void>;
  /** Those that were begun before this moment, have not ended, and do not count as unknown yet; oldest first. */
  listOpen(before: Date, limit: number): Promise<readonly Intent[]>;
  /** Calls of which nobody knows what became, newest first. */
  listUnknown(limit: number): Promise<readonly Intent[]>;
  /** Whether there is a note of this call: it was begun and has not ended, or nobody knows how. */
  isNoted(id: string): Promise<boolean>;
  /** Somebody has looked. Reports whether there was such a call. */
  dismiss(id: string): Promise<boolean>;
}
