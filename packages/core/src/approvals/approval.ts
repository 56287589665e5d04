import type { ApprovalStatus, Json } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { Intent } from '../calls/intent.ts';
import type { AskedCall } from '../calls/call.ts';
import type { ApprovalId, PolicyId, PrincipalId, ServerId, ServerName } from '../ids.ts';
import type { TraceContext } from '../tracing/trace-context.ts';

/** One question about one call, and what became of it. */
export interface Approval {
  readonly id: ApprovalId;
  readonly status: ApprovalStatus;
  /** Who wants to make the call, as they were when they asked. */
  readonly principal: Principal;
  readonly via: AskedCall['via'];
  readonly callId: string;
  /** The hub itself makes the call once it is approved, whether or not the caller still waits. */
  readonly isKept: boolean;
  readonly server: ServerName;
  readonly serverId: ServerId;
  readonly serverRevision: number;
  readonly tool: string;
  readonly toolDigest: string;
  /** The arguments that were asked for, and those that will run: whoever decides may have changed them. */
  readonly asked: ArgumentText;
  readonly args: ArgumentText;
  readonly policy: PolicyId | undefined;
  readonly reason: string;
  readonly nonce: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decision: Decision | undefined;
  /** Of the call, so that it goes on in the same trace, whoever makes it then. */
  readonly trace: TraceContext | undefined;
  /** `ok`, `tool-error` or an error code, once the call has ended. */
  readonly outcome: string | undefined;
  /** The answer of a kept call. */
  readonly result: Json | undefined;
}

/** The exact text of arguments, with the digest of what it says. */
export interface ArgumentText {
  readonly text: string;
  readonly digest: string;
}

interface Decision {
  readonly by: PrincipalId;
  readonly byName: string;
  readonly at: Date;
  readonly reason: string | undefined;
}

/** What may follow what. USED is entered only by the store, together with the note that the call is on its way. */
export const followers: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  PENDING: ['APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'],
  APPROVED: ['USED', 'EXPIRED', 'WITHDRAWN'],
  REJECTED: [],
  EXPIRED: [],
  WITHDRAWN: [],
  USED: [],
};

/** Waiting for a decision, or decided and not yet used. */
export const openStatuses: readonly ApprovalStatus[] = ['PENDING', 'APPROVED'];

/** Everything that an approval is about. If one of these is another now, it is about something else. */
export interface Binding {
  readonly id: ApprovalId;
  readonly principal: PrincipalId;
  readonly serverId: ServerId;
  readonly serverRevision: number;
  readonly toolDigest: string;
  readonly argsDigest: string;
}

export function bindingOf(approval: Approval): Binding {
  const { id, principal, serverId, serverRevision, toolDigest, args } = approval;
  return { id, principal: principal.id, serverId, serverRevision, toolDigest, argsDigest: args.digest };
}

export interface ApprovalFilter {
  readonly statuses?: readonly ApprovalStatus[];
  readonly principal?: PrincipalId | undefined;
  readonly limit: number;
}

/** The same call by the same caller, whatever its id. */
export type SameCall = Pick<Approval, 'serverId' | 'tool'> & {
  readonly principal: PrincipalId;
  readonly askedDigest: string;
};

/** Port. `store` implements it on SQL with sealed arguments, `testkit` in memory. */
export interface ApprovalStore {
  /** False, and nothing written, when so many are pending already and not overdue. */
  add(approval: Approval, maxPending: number): Promise<boolean>;
  find(id: ApprovalId): Promise<Approval | undefined>;
  /** Those of these that wait for a decision. Asked often: nothing of them is opened. */
  pendingOf(ids: readonly ApprovalId[]): Promise<ReadonlySet<ApprovalId>>;
  /** How many wait for a decision and are not overdue, and since when the first of them does. */
  countPending(now: Date): Promise<{ readonly waiting: number; readonly oldest: Date | undefined }>;
  /** Newest first, without the answers of their calls. */
  list(filter: ApprovalFilter): Promise<readonly Approval[]>;
  /** What was asked about this call before and is not overdue: pending, approved and not used, or rejected. Newest first. */
  findSame(call: SameCall, now: Date): Promise<readonly Approval[]>;
  /** Writes it if the stored one still has the status `from`. */
  move(approval: Approval, from: ApprovalStatus): Promise<boolean>;
  /**
   * APPROVED becomes USED and the intent is noted, both on disk when it resolves, or neither: false when it is not
   * approved, has expired, or is about anything else than `binding` says.
   */
  use(binding: Binding, intent: Intent): Promise<boolean>;
  /** Notes how the call ended. */
  finish(id: ApprovalId, outcome: string, result: Json | undefined): Promise<void>;
  /** Open ones whose time has come are EXPIRED from now on, some at a time. Gives them; none when there are no more. */
  expire(now: Date): Promise<readonly Approval[]>;
  /** Deletes those that are not open and older. */
  forget(before: Date): Promise<void>;
}
