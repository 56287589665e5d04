import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentEntrySchema, modelEntrySchema, type AgentEntry, type ModelEntry } from '@patchbay/contracts';
import { createCachedKeyStore, createCachedServerStore, type ServerStore } from '@patchbay/core';
import {
  createManualClock,
  createMemoryApprovalStore,
  createMemoryAuditStore,
  createMemoryCatalogStore,
  createMemoryDefinitionStore,
  createMemoryEventStore,
  createMemoryIntentStore,
  createMemoryKeyStore,
  createMemoryLimitStore,
  createMemoryMeshStore,
  createMemoryPinStore,
  createMemoryPolicyStore,
  createMemoryProfileStore,
  createMemoryResultStore,
  createMemoryRuns,
  createMemoryServerStore,
  createMemorySessionStore,
  describeApprovalStore,
  describeAuditStore,
  describeCatalogStore,
  describeDefinitionStore,
  describeEventStore,
  describeIntentStore,
  describeKeyStore,
  describeLimitStore,
  describeMeshStore,
  describePinStore,
  describePolicyStore,
  describeProfileStore,
  describeResultStore,
  describeRunQueue,
  describeRunStore,
  describeServerStore,
  describeSessionStore,
} from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import { inject } from 'vitest';
import { openStore, type Store } from './open-store.ts';

const clock = createManualClock();

const models = {
  one: (name: string): ModelEntry =>
    modelEntrySchema.parse({
      name,
      provider: 'openai',
      model: 'gpt',
      apiKey: 'sk-secret',
      headers: { 'X-Team': 'blue' },
    }),
  changed: (model: ModelEntry): ModelEntry => ({ ...model, temperature: 0.5 }),
};
const agents = {
  one: (name: string): AgentEntry => agentEntrySchema.parse({ name, model: 'gpt', servers: [{ name: 's' }] }),
  changed: (agent: AgentEntry): AgentEntry => ({ ...agent, instructions: 'Be brief.' }),
};

/** Every way to keep the ports' data, and a name for each. */
const engines: Record<string, () => Promise<string>> = {
  'SQLite in memory': async () => 'memory',
  'SQLite in a file': async () => 'sqlite',
  PostgreSQL: () => createDatabase(inject('postgresUrl'), `stores-${randomUUID()}`),
};

async function open(database: string, keepEvents?: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'patchbay-stores-'));
  const options = { database, dataDir, masterPasswords: [], clock };
  const kept = keepEvents === undefined ? {} : { keepEvents, keepMeshEvents: keepEvents };
  const store = await openStore({ ...options, ...kept });
  const close = async (): Promise<void> => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  };
  return { store, close };
}

for (const [name, createEmpty] of Object.entries(engines)) {
  const opening =
    <T>(pick: (store: Store) => T) =>
    async (keepEvents?: number) => {
      const { store, close } = await open(await createEmpty(), keepEvents);
      return { port: pick(store), close };
    };
  describeKeyStore(
    name,
    opening(({ keys }) => keys),
  );
  describeSessionStore(
    name,
    opening(({ sessions }) => sessions),
  );
  describeServerStore(
    name,
    opening(({ servers }) => servers),
  );
  describeApprovalStore(
    name,
    opening(({ approvals, intents }) => ({ approvals, intents })),
  );
  describeIntentStore(
    name,
    opening(({ intents, audit }) => ({ intents, audit })),
  );
  describeAuditStore(
    name,
    opening(({ audit }) => audit),
  );
  describePolicyStore(
    name,
    opening(({ policies }) => policies),
  );
  describeProfileStore(
    name,
    opening(({ profiles }) => profiles),
  );
  describeLimitStore(
    name,
    opening(({ limits }) => limits),
  );
  describeResultStore(
    name,
    opening(({ results }) => results),
  );
  describePinStore(
    name,
    opening(({ pins }) => pins),
  );
  describeDefinitionStore(
    `${name}, for models`,
    opening(({ models }) => models),
    models,
  );
  describeDefinitionStore(
    `${name}, for agents`,
    opening(({ agents }) => agents),
    agents,
  );
  describeRunStore(
    name,
    opening(({ runs }) => runs),
  );
  describeRunQueue(
    name,
    opening(({ runs, approvals }) => ({ runs, approvals })),
  );
  describeCatalogStore(
    name,
    opening(({ catalog, servers }) => ({ catalog, servers })),
  );
  describeEventStore(
    name,
    opening(({ events }) => events),
  );
  describeMeshStore(
    name,
    opening(({ mesh }) => mesh),
  );
  describeServerStore(
    `a cache over ${name}`,
    opening(({ servers }) => createCachedServerStore(servers, clock, 60_000)),
  );
}

describeKeyStore('maps', async () => ({ port: createMemoryKeyStore() }));
describeSessionStore('maps', async () => ({ port: createMemorySessionStore() }));
describeServerStore('maps', async () => ({ port: createMemoryServerStore() }));
describeApprovalStore('maps', async () => {
  const intents = createMemoryIntentStore();
  return { port: { approvals: createMemoryApprovalStore(intents), intents } };
});
describePolicyStore('maps', async () => ({ port: createMemoryPolicyStore() }));
describeProfileStore('maps', async () => ({ port: createMemoryProfileStore() }));
describeIntentStore('maps', async () => {
  const intents = createMemoryIntentStore();
  return { port: { intents, audit: createMemoryAuditStore(intents) } };
});
describeAuditStore('maps', async () => ({ port: createMemoryAuditStore() }));
describeLimitStore('maps', async () => ({ port: createMemoryLimitStore() }));
describeResultStore('maps', async () => ({ port: createMemoryResultStore() }));
describePinStore('maps', async () => ({ port: createMemoryPinStore() }));
describeDefinitionStore('maps', async () => ({ port: createMemoryDefinitionStore<AgentEntry>() }), agents);
describeRunStore('maps', async () => ({
  port: createMemoryRuns(createMemoryApprovalStore(createMemoryIntentStore())),
}));
describeRunQueue('maps', async () => {
  const approvals = createMemoryApprovalStore(createMemoryIntentStore());
  return { port: { approvals, runs: createMemoryRuns(approvals) } };
});
describeCatalogStore('maps', async () => {
  const servers = createMemoryServerStore();
  const known = new Set<string>();
  const watched: ServerStore = {
    ...servers,
    add: (server) => (known.add(server.id), servers.add(server)),
    remove: (name) => (known.clear(), servers.remove(name)),
  };
  return { port: { catalog: createMemoryCatalogStore((id) => known.has(id)), servers: watched } };
});
describeMeshStore('maps', async (keepNewest) => ({ port: createMemoryMeshStore(keepNewest) }));
describeEventStore('maps', async (keepNewest) => ({ port: createMemoryEventStore(keepNewest) }));
describeKeyStore('a cache over maps', async () => ({
  port: createCachedKeyStore(createMemoryKeyStore(), clock, 60_000),
}));
