import type { Generated } from 'kysely';

// The tables of the mesh.

export interface MeshAgentRow {
  id: string;
  /** What it says of itself. */
  profile: string;
  status: string;
  owner: string | null;
  created_at: string;
  changed_at: string;
}

export interface MeshSeenRow {
  agent_id: string;
  seen_at: string;
  full_at: string | null;
}

export interface MeshEventRow {
  id: Generated<number>;
  type: string;
  agent_id: string;
  agent_name: string | null;
  function_name: string | null;
  at: string;
  data: string;
}

export interface MeshNameRow {
  name: string;
  owner: string | null;
  taken_at: string;
  is_approved: number;
}

export interface MeshSchemaRow {
  hash: string;
  canonical: string;
  runtime: string;
  created_at: string;
}
