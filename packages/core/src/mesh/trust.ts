import type { PrincipalId } from '../ids.ts';
import type { MeshAgent, MeshProfile } from './mesh-agent.ts';

/** How many agents there may be: in all, and of each key of which nothing else was said. */
export interface MeshQuotas {
  readonly maxAgents: number;
  readonly maxAgentsPerKey: number;
}

/** Who sends, and how many agents it may have if that was said of it. Null is a plain agent, without a credential. */
export type Sender = { readonly id: PrincipalId; readonly maxAgents?: number | null } | null;

/** Somebody wants to be known as an agent. */
export interface Newcomer {
  readonly profile: MeshProfile;
  readonly by: Sender;
  /** The agent that has the id now. */
  readonly known: MeshAgent | undefined;
  /** Who took the name first; undefined if nobody has. */
  readonly nameOwner: PrincipalId | undefined;
  /** How many agents there are, and how many of them are its owner's. */
  readonly count: number;
  readonly ownCount: number;
}

export interface TrustRefusal {
  readonly status: 403 | 429;
  readonly message: string;
}

/**
 * Why somebody may not be that agent. An id and a name belong to the key that took them first, and an agent that lives
 * does not move: whoever says so for it is likely somebody else.
 */
export function refuseNewcomer(newcomer: Newcomer, quotas: MeshQuotas): TrustRefusal | undefined {
  return newcomer.known
    ? (refuseForeign(newcomer) ?? refuseMove(newcomer, newcomer.known))
    : (refuseForeign(newcomer) ?? refuseByCount(newcomer, quotas));
}

function refuseForeign({ profile, by, known, nameOwner }: Newcomer): TrustRefusal | undefined {
  if (known && isForeign(known, by)) return forbidden(`agent "${profile.id}" belongs to another key`);
  if (nameOwner !== undefined && nameOwner !== by?.id)
    return forbidden(`the name "${profile.name}" belongs to the key that took it first`);
  return undefined;
}

/** What one key registered is no other's. A plain agent is anybody's. */
export function isForeign({ owner }: Pick<MeshAgent, 'owner'>, by: Sender): boolean {
  return owner !== null && owner !== by?.id;
}

/** Of plain agents nobody can tell whether it is the same one. */
function refuseMove({ profile, by }: Newcomer, known: MeshAgent): TrustRefusal | undefined {
  if (by === null || known.status !== 'healthy' || known.endpoint === profile.endpoint) return undefined;
  return forbidden(
    `agent "${profile.id}" is alive at ${known.endpoint}: it cannot be at ${profile.endpoint} too. Unregister it first`,
  );
}

function refuseByCount({ by, count, ownCount }: Newcomer, quotas: MeshQuotas): TrustRefusal | undefined {
  const { maxAgents } = quotas;
  const maxOwn = quotaOf(by, quotas);
  if (count >= maxAgents) return tooMany(`this registry takes ${String(maxAgents)} agents (mesh.maxAgents)`);
  if (ownCount >= maxOwn) return tooMany(`this key may have ${String(maxOwn)} agents`);
  return undefined;
}

/** How many agents somebody may have. */
export function quotaOf(by: Sender, { maxAgents, maxAgentsPerKey }: MeshQuotas): number {
  return by === null ? maxAgents : (by.maxAgents ?? maxAgentsPerKey);
}

function forbidden(message: string): TrustRefusal {
  return { status: 403, message };
}

function tooMany(message: string): TrustRefusal {
  return { status: 429, message };
}
