import type { PrincipalId } from '../ids.ts';
import type { MeshAgent, MeshProfile } from './mesh-agent.ts';

/** How many agents there may be: in all, and of each enrolled owner. */
export interface MeshQuotas {
  readonly maxAgents: number;
  readonly maxAgentsPerKey: number;
}

/** Somebody wants to be known as an agent. */
export interface Newcomer {
  readonly profile: MeshProfile;
  /** Null for a plain agent, which brought no credential. */
  readonly by: PrincipalId | null;
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
  if (known && known.owner !== null && known.owner !== by)
    return forbidden(`agent "${profile.id}" belongs to another key`);
  if (nameOwner !== undefined && nameOwner !== by)
    return forbidden(`the name "${profile.name}" belongs to the key that took it first`);
  return undefined;
}

/** Of plain agents nobody can tell whether it is the same one. */
function refuseMove({ profile, by }: Newcomer, known: MeshAgent): TrustRefusal | undefined {
  if (by === null || known.status !== 'healthy' || known.endpoint === profile.endpoint) return undefined;
  return forbidden(
    `agent "${profile.id}" is alive at ${known.endpoint}: it cannot be at ${profile.endpoint} too. Unregister it first`,
  );
}

function refuseByCount({ by, count, ownCount }: Newcomer, quotas: MeshQuotas): TrustRefusal | undefined {
  const { maxAgents, maxAgentsPerKey } = quotas;
  if (count >= maxAgents) return tooMany(`this registry takes ${String(maxAgents)} agents (mesh.maxAgents)`);
  if (by !== null && ownCount >= maxAgentsPerKey)
    return tooMany(`a key may have ${String(maxAgentsPerKey)} agents (mesh.maxAgentsPerKey)`);
  return undefined;
}

function forbidden(message: string): TrustRefusal {
  return { status: 403, message };
}

function tooMany(message: string): TrustRefusal {
  return { status: 429, message };
}
