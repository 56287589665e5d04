import type { Role } from '@patchbay/contracts';
import type { LimitName, PrincipalId } from '../ids.ts';

/** How much the calls that it is about may use. What it does not limit is null. */
export interface LimitRule {
  readonly name: LimitName;
  /** Of the server and the tool, as they are called; both may have `*` and `?`. */
  readonly server: string;
  readonly tool: string;
  readonly principal: PrincipalId | null;
  readonly role: Role | null;
  /** Counts all principals together instead of each for itself. */
  readonly shared: boolean;
  readonly ratePerMinute: number | null;
  readonly concurrent: number | null;
  /** In UTC. */
  readonly perDay: number | null;
}

/** Why a call may not run now. */
export interface LimitRefusal {
  readonly rule: LimitName;
  /** `10 calls a minute` */
  readonly allows: string;
  /** When it is worth asking again. */
  readonly retryAfterMs: number;
}
