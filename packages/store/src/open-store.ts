import { join } from 'node:path';
import { fail, PatchbayError, type AgentEntry, type ModelEntry } from '@patchbay/contracts';
import type {
  ApprovalStore,
  AuditStore,
  CatalogStore,
  Clock,
  DefinitionStore,
  EventStore,
  IntentStore,
  KeyStore,
  LimitStore,
  MeshStore,
  PinStore,
  PolicyStore,
  ProfileStore,
  ResultStore,
  RunList,
  RunQueue,
  RunStore,
  ServerStore,
  SessionStore,
} from '@patchbay/core';
import type { Engine } from './engine.ts';
import { createApprovalStore } from './approval-store.ts';
import { createAuditStore } from './audit-store.ts';
import { createCatalogStore } from './catalog-store.ts';
import { agentKind, modelKind } from './definition-kinds.ts';
import { createDefinitionStore } from './definition-store.ts';
import { createEventStore } from './event-store.ts';
import { createKeyStore } from './key-store.ts';
import { createIntentStore } from './intent-store.ts';
import { createLimitStore } from './limit-store.ts';
import { createMeshStore } from './mesh-store.ts';
import { migrate } from './migrate.ts';
import { createPinStore } from './pin-store.ts';
import { createPolicyStore } from './policy-store.ts';
import { createProfileStore } from './profile-store.ts';
import { createResultStore } from './result-store.ts';
import { createRunStore } from './run-store.ts';
import { createServerStore } from './server-store.ts';
import { createSessionStore } from './session-store.ts';
import { openSqliteFile, openSqliteMemory } from './sqlite/open-sqlite.ts';
import { masterKeyInMemory, masterKeysFrom } from './vault/master-key.ts';
import { Vault } from './vault/vault.ts';

export interface StoreOptions {
  /** `sqlite` (a file in dataDir), `memory`, or a postgres:// address. */
  readonly database: string;
  readonly dataDir: string;
  /** Newest first; the older ones open what was sealed before a change of password. */
  readonly masterPasswords: readonly string[];
  readonly clock: Clock;
  /** How long to wait at the start for a PostgreSQL that is not there yet. */
  readonly waitMs?: number;
  /** Told once when that happens. */
  readonly onWait?: ((reason: string) => void) | undefined;
  /** Older ones are deleted. */
  readonly keepEvents?: number;
  readonly keepMeshEvents?: number;
}

/** Enough for a watcher that was away for a while; this is news, the audit trail is elsewhere. */
const keptEvents = 10_000;
/** What agents of the mesh and their registries count on. */
const keptMeshEvents = 100_000;

export interface Store {
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
  readonly servers: ServerStore;
  readonly catalog: CatalogStore;
  readonly intents: IntentStore;
  readonly limits: LimitStore;
  readonly approvals: ApprovalStore;
  readonly policies: PolicyStore;
  readonly profiles: ProfileStore;
  readonly audit: AuditStore;
  readonly results: ResultStore;
  readonly pins: PinStore;
  readonly models: DefinitionStore<ModelEntry>;
  readonly agents: DefinitionStore<AgentEntry>;
  readonly runs: RunStore & RunQueue & RunList;
  readonly events: EventStore;
  readonly mesh: MeshStore;
  readonly vault: Vault;
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>;
  /** Closing twice is harmless. */
  readonly close: () => Promise<void>;
}

/** Opens the database, brings its schema up to date and checks that its secrets can be read. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const engine = await openEngine(options);
  try {
    await migrate(engine, options.clock.now());
    let closing: Promise<void> | undefined;
    const vault = await Vault.open({ engine, master: masterKeys(options), clock: options.clock });
    return {
      keys: createKeyStore(engine),
      sessions: createSessionStore(engine),
      servers: createServerStore(engine, vault),
      catalog: createCatalogStore(engine),
      intents: createIntentStore(engine),
      limits: createLimitStore(engine),
      approvals: createApprovalStore(engine, vault),
      policies: createPolicyStore(engine),
      profiles: createProfileStore(engine),
      audit: createAuditStore(engine, vault),
      results: createResultStore(engine, vault),
      pins: createPinStore(engine),
      models: createDefinitionStore(engine, vault, modelKind),
      agents: createDefinitionStore(engine, vault, agentKind),
      runs: createRunStore(engine, vault),
      events: createEventStore(engine, options.keepEvents ?? keptEvents),
      mesh: createMeshStore(engine, options.keepMeshEvents ?? keptMeshEvents),
      vault,
      ping: engine.ping,
      close: () => (closing ??= engine.close()),
    };
  } catch (error) {
    await engine.close();
    throw PatchbayError.is(error, 'STORE_UNAVAILABLE') ? unreadable(error, options) : error;
  }
}

/** A database that opens and then cannot be read is damaged, and will not be better in a moment. */
function unreadable(
  error: PatchbayError<'STORE_UNAVAILABLE'>,
  { database, dataDir }: StoreOptions,
): PatchbayError {
  if (database !== 'sqlite') return error;
  return fail('STORE_UNREADABLE', { where: join(dataDir, 'patchbay.db'), reason: error.data.reason }, error);
}

async function openEngine({ database, dataDir, waitMs = 30_000, onWait }: StoreOptions): Promise<Engine> {
  if (database === 'memory') return openSqliteMemory();
  if (database === 'sqlite') return openSqliteFile(dataDir);
  const { openPostgres } = await import('./postgres/open-postgres.ts'); // the driver costs start-up time
  return openPostgres({ url: database, waitMs, onWait });
}

function masterKeys({ database, dataDir, masterPasswords: passwords }: StoreOptions) {
  if (database === 'memory') return masterKeyInMemory();
  return masterKeysFrom({ file: join(dataDir, 'secrets.key'), passwords });
}
