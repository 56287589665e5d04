import type { Generated } from 'kysely';
import type { MeshAgentRow, MeshEventRow, MeshNameRow, MeshSchemaRow, MeshSeenRow } from './mesh-schema.ts';

// JSON, times (ISO 8601) and truth values (0, 1) have one form in both engines, so there is one read path to test.

interface SchemaVersionRow {
  version: number;
  name: string;
  applied_at: string;
}

export interface DataKeyRow {
  kid: string;
  /** The highest one seals; a clock would not do, as it can stand still or go back. */
  generation: number;
  /** The data key, sealed with the master key. */
  wrapped: string;
  master: 'file' | 'password';
  /** For argon2id; empty when the master key is a file. */
  salt: string;
  created_at: string;
}

export interface SecretRow {
  owner: string;
  field: string;
  kid: string;
  sealed: string;
  updated_at: string;
}

export interface ApiKeyRow {
  id: string;
  name: string;
  roles: string;
  permissions: string;
  max_agents: number | null;
  secret_hash: string;
  hint: string;
  origin: string;
  is_admin: number;
  created_by: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface SessionRow {
  hash: string;
  kind: string;
  /** Empty where a person of an identity provider owns it. */
  key_id: string;
  created_at: string;
  expires_at: string;
  principal: string | null;
}

export interface ServerRow {
  id: string;
  name: string;
  title: string | null;
  description: string | null;
  transport_type: string;
  config: string;
  version: string | null;
  auto_connect: number;
  settings: string;
  enabled: number;
  source: string;
  revision: number;
  created_at: string;
  updated_at: string;
}

export interface CatalogRow {
  server_id: string;
  tools_cache: string;
  resources_cache: string;
  templates_cache: string;
  prompts_cache: string;
  greeting: string | null;
  sync_status: string;
  sync_error: string | null;
  last_synced_at: string | null;
}

export interface IntentRow {
  id: string;
  principal: string;
  via: string;
  server: string;
  tool: string;
  is_unknown: number;
  at: string;
  facts: string | null;
}

export interface AuditLogRow {
  seq: number;
  id: string;
  at: string;
  principal: string;
  principal_name: string;
  via: string;
  server: string | null;
  tool: string;
  tool_digest: string | null;
  policy: string | null;
  decision: string | null;
  approval: string | null;
  args_digest: string | null;
  args_bytes: number | null;
  result_digest: string | null;
  result_bytes: number | null;
  outcome: string;
  latency_ms: number;
  attempts: number;
  missing: number;
  has_values: number;
  prev_hash: string;
  hash: string;
  trace_id: string | null;
}

interface AuditChainRow {
  name: 'base' | 'head';
  seq: number;
  hash: string;
}

export interface ApprovalRow {
  id: string;
  status: string;
  principal: string;
  principal_details: string;
  via: string;
  call_id: string;
  is_kept: number;
  server: string;
  server_id: string;
  server_revision: number;
  tool: string;
  tool_digest: string;
  asked_digest: string;
  args_digest: string;
  policy: string | null;
  reason: string;
  nonce: string;
  asked_at: string;
  expires_at: string;
  decision: string | null;
  outcome: string | null;
  trace: string | null;
}

export interface PolicyRow {
  id: string;
  server_id: string;
  tool_name: string;
  policy: string;
  conditions: string;
  conditions_digest: string;
  expires_at: string | null;
  note: string | null;
  tool_digest: string | null;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
}

export interface ProfileRow {
  name: string;
  definition: string;
  revision: number;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
}

export interface CallCountRow {
  day: string;
  rule: string;
  principal: string;
  calls: number;
}

/** Its text is among the secrets, in pieces. */
export interface ResultRow {
  id: string;
  principal: string;
  created_at: string;
  expires_at: string;
  total: number;
  bytes: number;
}

export interface PinRow {
  server_id: string;
  tool_key: string;
  tool_name: string;
  digest: string | null;
  definition: string | null;
  pinned_at: string | null;
  pinned_by: string | null;
  seen_digest: string;
  seen_at: string;
  accepts: number;
}

export interface EventRow {
  id: Generated<number>;
  name: string;
  data: string;
  at: string;
}

/** What it says is sealed, in `secrets`. */
export interface DefinitionRow {
  owner: string;
  kind: string;
  revision: number;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
}

/** What was asked and every step are sealed, in `secrets`. */
export interface RunRow {
  id: string;
  conversation_id: string;
  principal: string;
  agent: string;
  status: string;
  /** How many steps there are. */
  steps: number;
  is_cancelled: number;
  worker: string | null;
  leased_until: string | null;
  created_at: string;
  ended_at: string | null;
}

interface RunWaitRow {
  run_id: string;
  call_id: string;
  approval_id: string;
}

interface WriteProbeRow {
  id: number;
  writes: number;
}

export interface Tables {
  schema_versions: SchemaVersionRow;
  data_keys: DataKeyRow;
  secrets: SecretRow;
  api_keys: ApiKeyRow;
  sessions: SessionRow;
  mcp_servers: ServerRow;
  server_catalogs: CatalogRow;
  call_intents: IntentRow;
  tool_approval_policies: PolicyRow;
  approvals: ApprovalRow;
  audit_log: AuditLogRow;
  audit_chain: AuditChainRow;
  call_counts: CallCountRow;
  call_results: ResultRow;
  profiles: ProfileRow;
  tool_pins: PinRow;
  definitions: DefinitionRow;
  runs: RunRow;
  run_waits: RunWaitRow;
  events: EventRow;
  mesh_agents: MeshAgentRow;
  mesh_seen: MeshSeenRow;
  mesh_events: MeshEventRow;
  mesh_names: MeshNameRow;
  mesh_schemas: MeshSchemaRow;
  write_probes: WriteProbeRow;
}
