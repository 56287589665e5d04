import type { PolicyKind, Role } from '@patchbay/contracts';
import { canonicalJson } from '../canonical.ts';
import type { PolicyId, PrincipalId } from '../ids.ts';

/** A rule about calls. `server`, `tool` and the values of arguments are globs. */
export interface Policy {
  readonly id: PolicyId;
  readonly server: string;
  readonly tool: string;
  /** By the path of the argument. */
  readonly arguments: Readonly<Record<string, string>>;
  /** At most one of both is given. */
  readonly principal: PrincipalId | null;
  readonly role: Role | null;
  readonly policy: PolicyKind;
  readonly expiresAt: Date | null;
  readonly note: string | null;
  /** Only of a rule that allows: it ends when the tool is defined otherwise. */
  readonly toolDigest: string | null;
  /** `profile`: it holds only for calls that come by that profile. */
  readonly source: 'config' | 'api' | 'profile';
}

/** A rule that people set while the hub runs. */
export interface StoredPolicy extends Policy {
  readonly source: 'api';
  readonly created: PolicyChange;
  readonly updated: PolicyChange;
}

export interface PolicyChange {
  readonly by: PrincipalId;
  readonly at: Date;
}

/** Port. `store` implements it on SQL, `testkit` in memory. */
export interface PolicyStore {
  /** Oldest first. */
  list(): Promise<readonly StoredPolicy[]>;
  /**
   * Adds the rule, or changes the one about the same calls, which keeps its id and when it was created. Gives what is
   * stored then.
   */
  put(policy: StoredPolicy): Promise<StoredPolicy>;
  /** Reports whether there was anything to remove. */
  remove(id: PolicyId): Promise<boolean>;
}

type Conditions = Pick<Policy, 'arguments' | 'principal' | 'role'>;

/**
 * One text for what a rule asks for beside server and tool, empty for a plain one. Two rules with the same server, tool
 * and conditions are about the same calls.
 */
export function conditionsOf({ arguments: args, principal, role }: Conditions): string {
  const given = {
    ...(Object.keys(args).length > 0 && { arguments: args }),
    ...(principal !== null && { principal }),
    ...(role !== null && { role }),
  };
  return Object.keys(given).length === 0 ? '' : canonicalJson(given);
}
