import { join } from 'node:path';
import type { Clock, EventStore, KeyStore, ServerStore } from '@patchbay/core';
import type { Engine } from './engine.ts';
import { createEventStore } from './event-store.ts';
import { createKeyStore } from './key-store.ts';
import { migrate } from './migrate.ts';
import { createServerStore } from './server-store.ts';
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
}

export interface Store {
  readonly keys: KeyStore;
  readonly servers: ServerStore;
  readonly events: EventStore;
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
      servers: createServerStore(engine, vault),
      events: createEventStore(engine),
      vault,
      ping: engine.ping,
      close: () => (closing ??= engine.close()),
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openEngine({ database, dataDir }: StoreOptions): Promise<Engine> {
  if (database === 'memory') return openSqliteMemory();
  if (database === 'sqlite') return openSqliteFile(dataDir);
  const { openPostgres } = await import('./postgres/open-postgres.ts'); // the driver costs start-up time
  return openPostgres(database);
}

function masterKeys({ database, dataDir, masterPasswords: passwords }: StoreOptions) {
  if (database === 'memory') return masterKeyInMemory();
  return masterKeysFrom({ file: join(dataDir, 'secrets.key'), passwords });
}
