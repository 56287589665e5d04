import {
  credentialsSchema,
  profileEntrySchema,
  serverSettingsSchema,
  type MeshTool,
  type ServerDefinition,
} from '@patchbay/contracts';
import type {
  Approval,
  ApprovalId,
  AuditEntry,
  CatalogRecord,
  Key,
  KeyId,
  LimitName,
  LimitRule,
  MeshAgent,
  PolicyId,
  Principal,
  PrincipalId,
  ProfileName,
  Server,
  ServerId,
  ServerName,
  StoredPolicy,
  StoredProfile,
  ReconnectPolicy,
} from '@patchbay/core';

const longAgo = new Date('2026-01-01T00:00:00.000Z');

export function aKey(overrides: Partial<Omit<Key, 'id'>> & { id?: string } = {}): Key {
  return {
    name: 'ci',
    roles: ['operator'],
    permissions: [],
    maxAgents: null,
    secretHash: 'a'.repeat(64),
    hint: 'aaaa',
    origin: 'created',
    createdBy: 'key:root',
    createdAt: longAgo,
    expiresAt: null,
    revokedAt: null,
    ...overrides,
    id: (overrides.id ?? 'k1') as KeyId,
  };
}

export function aLimitRule(overrides: Partial<Omit<LimitRule, 'name'>> & { name?: string } = {}): LimitRule {
  return {
    server: '*',
    tool: '*',
    principal: null,
    role: null,
    shared: false,
    ratePerMinute: null,
    concurrent: null,
    perDay: null,
    ...overrides,
    name: (overrides.name ?? 'every call') as LimitName,
  };
}

export function aServerDefinition(overrides: Partial<ServerDefinition> = {}): ServerDefinition {
  return {
    name: 'github',
    title: null,
    description: null,
    version: null,
    transport: { kind: 'stdio', command: 'npx', args: ['server-github'], cwd: null, inheritEnv: false },
    credentials: credentialsSchema.parse({}),
    autoConnect: true,
    settings: serverSettingsSchema.parse({}),
    ...overrides,
  };
}

export function aServer(
  overrides: Partial<Omit<Server, 'name' | 'id'>> & { name?: string; id?: string } = {},
): Server {
  const { name = 'github', id = `00000000-0000-4000-8000-${name.padStart(12, '0')}`, ...others } = overrides;
  return {
    ...aServerDefinition(),
    enabled: true,
    source: 'api',
    credentialsLost: false,
    revision: 1,
    createdAt: longAgo,
    updatedAt: longAgo,
    ...others,
    id: id as ServerId,
    name: name as ServerName,
  };
}

export function aPrincipal(overrides: Partial<Principal> = {}): Principal {
  return {
    kind: 'key',
    id: 'key:root' as PrincipalId,
    name: 'root',
    roles: ['admin'],
    permissions: ['exec'],
    expiresAt: null,
    ...overrides,
  };
}

export function aCatalogRecord(overrides: Partial<CatalogRecord> = {}): CatalogRecord {
  return {
    serverId: aServer().id,
    offer: {
      tools: [{ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } }],
      resources: [{ uri: 'file:///a', name: 'a' }],
      templates: [],
      prompts: [{ name: 'greet' }],
      era: 'legacy',
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'fixture', version: '1.0.0' },
      capabilities: { tools: { listChanged: true } },
      instructions: null,
    },
    syncStatus: 'SYNCED',
    syncError: null,
    lastSyncedAt: longAgo,
    ...overrides,
  };
}

export function aProfile(
  overrides: Partial<Omit<StoredProfile, 'name'>> & { name?: string } = {},
): StoredProfile {
  const change = { by: 'key:root' as PrincipalId, at: longAgo };
  return {
    ...profileEntrySchema.parse({}),
    source: 'api',
    revision: 1,
    created: change,
    updated: change,
    ...overrides,
    name: (overrides.name ?? 'team') as ProfileName,
  };
}

export function aPolicy(overrides: Partial<Omit<StoredPolicy, 'id'>> & { id?: string } = {}): StoredPolicy {
  const set = { by: 'key:root' as PrincipalId, at: longAgo };
  return {
    server: 'github',
    tool: 'create_issue',
    arguments: {},
    principal: null,
    role: null,
    policy: 'ASK_USER',
    expiresAt: null,
    note: null,
    toolDigest: null,
    source: 'api',
    created: set,
    updated: set,
    ...overrides,
    id: (overrides.id ?? 'p1') as PolicyId,
  };
}

export function aReconnectPolicy(overrides: Partial<ReconnectPolicy> = {}): ReconnectPolicy {
  return {
    enabled: true,
    maxAttempts: 5,
    initialDelayMs: 5_000,
    multiplier: 2,
    maxDelayMs: 60_000,
    ...overrides,
  };
}

export function anApproval(overrides: Partial<Omit<Approval, 'id'>> & { id?: string } = {}): Approval {
  const args = { text: '{"title":"broken"}', digest: 'a'.repeat(64) };
  return {
    status: 'PENDING',
    principal: aPrincipal(),
    via: 'rest',
    callId: 'call-1',
    isKept: false,
    server: 'github' as ServerName,
    serverId: aServer().id,
    serverRevision: 1,
    tool: 'create_issue',
    toolDigest: 'b'.repeat(64),
    asked: args,
    args,
    policy: 'p1' as PolicyId,
    reason: 'A rule asks for it.',
    nonce: 'n1',
    askedAt: longAgo,
    expiresAt: new Date(longAgo.getTime() + 300_000),
    decision: undefined,
    trace: undefined,
    outcome: undefined,
    result: undefined,
    ...overrides,
    id: (overrides.id ?? 'approval-1') as ApprovalId,
  };
}

export function anAuditEntry(overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 'c1',
    at: longAgo.toISOString(),
    principal: 'key:root',
    principalName: 'root',
    via: 'rest',
    server: 'github',
    tool: 'create_issue',
    toolDigest: 'd'.repeat(64),
    policy: 'p1',
    decision: 'allow',
    approval: null,
    args: { digest: 'a'.repeat(64), bytes: 2 },
    traceId: null,
    result: { digest: 'b'.repeat(64), bytes: 40 },
    outcome: 'ok',
    latencyMs: 3,
    attempts: 1,
    missing: 0,
    hasValues: false,
    ...overrides,
  };
}

export function aMeshTool(overrides: Partial<MeshTool> = {}): MeshTool {
  return { function_name: 'add', capability: 'adder', version: '1.0.0', tags: [], ...overrides };
}

export function aMeshAgent(overrides: Partial<MeshAgent> = {}): MeshAgent {
  return {
    id: 'prov-a',
    name: 'prov-a',
    type: 'mcp_agent',
    runtime: 'typescript',
    version: '1.0.0',
    description: '',
    namespace: 'default',
    endpoint: 'http://127.0.0.1:19001',
    tools: [aMeshTool()],
    surfaces: [],
    isA2aProducer: false,
    isA2aConsumer: false,
    status: 'healthy',
    createdAt: longAgo,
    changedAt: longAgo,
    owner: null,
    ...overrides,
  };
}
