import type { MeshEventType } from '@patchbay/contracts';
import type { PrincipalId } from '../ids.ts';
import type { MeshAgent } from './mesh-agent.ts';

/** What happened in the mesh, for those who look back. */
export interface MeshEvent {
  readonly type: MeshEventType;
  readonly agentId: string;
  readonly agentName: string | null;
  readonly functionName: string | null;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface MeshEventQuery {
  readonly type?: MeshEventType | undefined;
  readonly agentId?: string | undefined;
  readonly functionName?: string | undefined;
  readonly limit: number;
}

/** A canonical JSON Schema, known by its hash. */
export interface MeshSchema {
  readonly hash: string;
  readonly canonical: Readonly<Record<string, unknown>>;
  readonly runtime: string;
  readonly createdAt: Date;
}

/** Who took a name first, and whether its agents may be in the catalogue. */
export interface MeshName {
  readonly name: string;
  readonly owner: PrincipalId | null;
  readonly takenAt: Date;
  readonly isApproved: boolean;
}

export interface StoredMeshAgent {
  readonly agent: MeshAgent;
  readonly seenAt: Date;
  readonly fullAt: Date;
}

/** Many agents that have a time in common. */
export interface Moment {
  readonly ids: readonly string[];
  readonly at: Date;
}

/** What came together since the last time something was written. */
export interface MeshBatch {
  readonly agents: readonly MeshAgent[];
  readonly removed: readonly string[];
  readonly seen: Moment;
  readonly full: Moment;
  readonly names: readonly MeshName[];
  readonly events: readonly MeshEvent[];
  readonly schemas: readonly MeshSchema[];
}

/** Port. What the registry knows again after a restart, and what replicas know of each other. */
export interface MeshStore {
  load(): Promise<{ readonly agents: readonly StoredMeshAgent[]; readonly names: readonly MeshName[] }>;
  /** Together or not at all. */
  write(batch: MeshBatch): Promise<void>;
  /** Who changed at that time or later, and when: few words, since it is asked all the time. */
  changedSince(at: Date): Promise<ReadonlyMap<string, Date>>;
  /** Those of them that are there. */
  find(ids: readonly string[]): Promise<readonly StoredMeshAgent[]>;
  /** When these were last seen by any replica. */
  seen(ids: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** Newest first. */
  events(query: MeshEventQuery): Promise<readonly MeshEvent[]>;
  /** Newest first. */
  schemas(limit: number): Promise<readonly MeshSchema[]>;
  schema(hash: string): Promise<MeshSchema | undefined>;
}
