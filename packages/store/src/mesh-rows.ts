import type { MeshAgentStatus } from '@patchbay/contracts';
import type {
  MeshAgent,
  MeshName,
  MeshProfile,
  MeshSchema,
  PrincipalId,
  StoredMeshAgent,
} from '@patchbay/core';
import type { MeshAgentRow, MeshNameRow, MeshSchemaRow, MeshSeenRow } from './mesh-schema.ts';

type JoinedRow = MeshAgentRow & { readonly [K in 'seen_at' | 'full_at']: MeshSeenRow[K] | null };

/** Profiles of earlier versions do not say these. */
type Later = 'isA2aProducer' | 'isA2aConsumer';
type WrittenProfile = Omit<MeshProfile, Later> & Partial<Pick<MeshProfile, Later>>;

export function toMeshAgent(row: JoinedRow): StoredMeshAgent {
  const { profile, status, owner, created_at, changed_at, seen_at, full_at } = row;
  return {
    agent: {
      isA2aProducer: false,
      isA2aConsumer: false,
      ...(JSON.parse(profile) as WrittenProfile), // only toMeshAgentRow writes it
      status: status as MeshAgentStatus,
      createdAt: new Date(created_at),
      changedAt: new Date(changed_at),
      owner: owner as PrincipalId | null,
    },
    seenAt: new Date(seen_at ?? changed_at),
    fullAt: new Date(full_at ?? created_at),
  };
}

export function toMeshAgentRow(agent: MeshAgent): MeshAgentRow {
  const { status, createdAt, changedAt, owner, ...profile } = agent;
  return {
    id: agent.id,
    profile: JSON.stringify(profile),
    status,
    owner,
    created_at: createdAt.toISOString(),
    changed_at: changedAt.toISOString(),
  };
}

export function toMeshName({ name, owner, taken_at, is_approved }: MeshNameRow): MeshName {
  return {
    name,
    owner: owner as PrincipalId | null, // only a principal takes one
    takenAt: new Date(taken_at),
    isApproved: is_approved === 1,
  };
}

export function toMeshSchema({ hash, canonical, runtime, created_at }: MeshSchemaRow): MeshSchema {
  return { hash, canonical: JSON.parse(canonical), runtime, createdAt: new Date(created_at) };
}
