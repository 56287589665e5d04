import type { SyncStatus } from '@patchbay/contracts';
import type { CatalogRecord, CatalogStore, Offer, ServerId } from '@patchbay/core';
import { step, type Engine } from './engine.ts';
import type { CatalogRow } from './schema.ts';

export function createCatalogStore(engine: Engine): CatalogStore {
  const { db } = engine;
  return {
    list: async () => (await db.selectFrom('server_catalogs').selectAll().execute()).map(toRecord),

    async save(record) {
      const { server_id, ...row } = toRow(record);
      const owner = db.selectFrom('mcp_servers').select('id').where('id', '=', server_id);
      const upsert = db
        .insertInto('server_catalogs')
        .columns(['server_id', ...(Object.keys(row) as (keyof typeof row)[])])
        .expression((eb) =>
          owner.select(() =>
            Object.entries(row).map(([name, value]) => eb.val(value).as(name as 'greeting')),
          ),
        )
        .onConflict((conflict) => conflict.column('server_id').doUpdateSet(row));
      await engine.write([step(upsert)]);
    },
  };
}

function toRecord(row: CatalogRow): CatalogRecord {
  const { greeting } = row;
  return {
    serverId: row.server_id as ServerId,
    offer: greeting === null ? null : toOffer(row, greeting),
    syncStatus: row.sync_status as SyncStatus, // only toRow writes it
    syncError: row.sync_error,
    lastSyncedAt: row.last_synced_at === null ? null : new Date(row.last_synced_at),
  };
}

/** Written by toRow from an offer that was checked when it was read from the server. */
function toOffer(row: CatalogRow, greeting: string): Offer {
  return {
    tools: JSON.parse(row.tools_cache),
    resources: JSON.parse(row.resources_cache),
    templates: JSON.parse(row.templates_cache),
    prompts: JSON.parse(row.prompts_cache),
    ...JSON.parse(greeting),
  };
}

function toRow({ serverId, offer, syncStatus, syncError, lastSyncedAt }: CatalogRecord): CatalogRow {
  const { tools, resources, templates, prompts, ...greeting } = offer ?? empty;
  return {
    server_id: serverId,
    tools_cache: JSON.stringify(tools),
    resources_cache: JSON.stringify(resources),
    templates_cache: JSON.stringify(templates),
    prompts_cache: JSON.stringify(prompts),
    greeting: offer === null ? null : JSON.stringify(greeting),
    sync_status: syncStatus,
    sync_error: syncError?.toWellFormed().replaceAll('\u0000', '?') ?? null,
    last_synced_at: lastSyncedAt?.toISOString() ?? null,
  };
}

const empty = { tools: [], resources: [], templates: [], prompts: [] };
