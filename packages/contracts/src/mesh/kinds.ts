/** What a mesh agent is, in the words of the wire. */
export const meshAgentTypes = ['mcp_agent', 'api', 'a2a'] as const;
export type MeshAgentType = (typeof meshAgentTypes)[number];

/** What it is written in. One that does not say is taken for Python, as every other registry does. */
export const meshRuntimes = ['python', 'typescript', 'java'] as const;
export type MeshRuntime = (typeof meshRuntimes)[number];

export const meshAgentStatuses = ['healthy', 'degraded', 'unhealthy', 'offline'] as const;
export type MeshAgentStatus = (typeof meshAgentStatuses)[number];

export const meshEventTypes = [
  'register',
  'heartbeat',
  'expire',
  'update',
  'unregister',
  'unhealthy',
  'rotate',
  'dependency_resolved',
  'dependency_unresolved',
] as const;
export type MeshEventType = (typeof meshEventTypes)[number];

/** The stages of a choice among providers, in their order. */
export const meshStages = ['health', 'capability_match', 'tags', 'version', 'schema', 'tiebreaker'] as const;
export type MeshStage = (typeof meshStages)[number];

/** Why a candidate is out. `NamespaceMismatch` is ours: only a registry that enforces namespaces says it. */
export const meshReasons = [
  'MissingTag',
  'ExtraTagDisallowed',
  'VersionConstraintFailed',
  'SchemaIncompatible',
  'Unhealthy',
  'Deregistering',
  'Unreachable',
  'Unavailable',
  'NamespaceMismatch',
] as const;
export type MeshReason = (typeof meshReasons)[number];

/** Numbers that both sides of the wire count on. */
export const meshDefaults = {
  registryPort: 8_000,
  heartbeatMs: 5_000,
  namespace: 'default',
  version: '1.0.0',
} as const;

/** How agents are told, and checked, in practice; the published description allows more. */
export const meshAgentIdPattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
export const maxMeshAgentIdLength = 253;
