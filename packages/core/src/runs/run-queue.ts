import type { RunStatus } from '@patchbay/contracts';
import type { PrincipalId, RunId } from '../ids.ts';
import type { Run } from './run.ts';

/**
 * Port, beside RunStore and on the same data: which runs somebody should work on now. Those that nobody has taken, or
 * whose taker has not been heard of for too long, and those that wait for an approval that was decided meanwhile, or
 * are to be cancelled.
 */
export interface RunQueue {
  /** The one that has waited longest, ours until then. Nobody else is given it before. */
  claim(lease: Lease): Promise<RunId | undefined>;
  /** `lost` when somebody else has it by now, `cancelled` when somebody wants it to end. */
  renew(id: RunId, lease: Omit<Lease, 'now'>): Promise<'ours' | 'cancelled' | 'lost'>;
  /** Does nothing when somebody else has it by now. */
  release(id: RunId, worker: string): Promise<void>;
  /** Whoever had one is gone: for a hub that has the store to itself, when it starts. */
  releaseAll(): Promise<void>;
}

export interface Lease {
  readonly worker: string;
  readonly now: Date;
  readonly until: Date;
}

/** Which runs to list. Newest first. */
export interface RunQuery {
  readonly principal?: PrincipalId | undefined;
  readonly agent?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly statuses?: readonly RunStatus[] | undefined;
  /** Only those before this one, in the order of the list. */
  readonly before?: RunId | undefined;
  readonly limit: number;
}

export interface ListedRun {
  readonly run: Run;
  readonly status: RunStatus;
  readonly endedAt: Date | undefined;
}

/** Port, beside RunStore and on the same data. */
export interface RunList {
  /** How many steps there are, without reading them. */
  countSteps(id: RunId): Promise<number>;
  list(query: RunQuery): Promise<readonly ListedRun[]>;
  /** How many are in each status; those that are not named have none. */
  count(): Promise<Readonly<Partial<Record<RunStatus, number>>>>;
  /** Removes those that ended before then, some at a time. Resolves with how many. */
  forget(before: Date): Promise<number>;
}
