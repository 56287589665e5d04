import {
  credentialsSchema,
  serverSettingsSchema,
  transportSchema,
  type Credentials,
} from '@patchbay/contracts';
import type { Server, ServerId, ServerName, ServerStore } from '@patchbay/core';
import { sql } from 'kysely';
import { mustChange, type Engine, type Statement } from './engine.ts';
import type { SecretRow, ServerRow } from './schema.ts';
import type { Vault } from './vault/vault.ts';

/** All of a server's credentials are one sealed text, so that not even their names are readable. */
const field = 'credentials';

type JoinedSecret = { readonly [K in 'owner' | 'kid' | 'sealed']: SecretRow[K] | null };
type JoinedRow = ServerRow & JoinedSecret;

export function createServerStore(engine: Engine, vault: Vault): ServerStore {
  const { db } = engine;

  const load = ({ owner, kid, sealed, ...row }: JoinedRow) => openServer(vault, row, { owner, kid, sealed });

  return {
    async list() {
      const servers = await Promise.all((await joined(db).execute()).map(load));
      return servers.sort((a, b) => (a.name < b.name ? -1 : 1)); // collations differ between engines
    },

    async find(name) {
      const row = await joined(db).where('name', '=', name).executeTakeFirst();
      return row && load(row);
    },

    async add(server) {
      const insert = db
        .insertInto('mcp_servers')
        .values(toRow(server))
        .onConflict((conflict) => conflict.column('name').doNothing());
      const result = await engine.write([mustChange(insert), sealCredentials(vault, server)]);
      return result.kind === 'committed';
    },

    async update(server) {
      const update = db
        .updateTable('mcp_servers')
        .set({ ...toRow(server), revision: server.revision + 1 })
        .where('id', '=', server.id)
        .where('revision', '=', server.revision);
      const result = await engine.write([mustChange(update), sealCredentials(vault, server)]);
      if (result.kind === 'committed') return 'updated';
      return (await this.find(server.name)) ? 'changed-meanwhile' : 'missing';
    },

    async remove(name) {
      const row = await db.selectFrom('mcp_servers').select('id').where('name', '=', name).executeTakeFirst();
      if (!row) return false;
      const remove = db.deleteFrom('mcp_servers').where('id', '=', row.id);
      const result = await engine.write([mustChange(remove), vault.removeAll(ownerOf(row.id))]);
      return result.kind === 'committed';
    },
  };
}

/** Server and credentials in one statement: two could see the state before and after a change. */
function joined(db: Engine['db']) {
  return db
    .selectFrom('mcp_servers')
    .leftJoin('secrets', (join) =>
      join.on('secrets.owner', '=', sql`'server:' || mcp_servers.id`).on('secrets.field', '=', field),
    )
    .selectAll('mcp_servers')
    .select(['secrets.owner', 'secrets.kid', 'secrets.sealed']);
}

async function openServer(
  vault: Vault,
  row: ServerRow,
  { owner, kid, sealed }: JoinedSecret,
): Promise<Server> {
  const isSealed = owner !== null && kid !== null && sealed !== null;
  const text = isSealed ? await vault.open({ owner, field, kid, sealed }) : '{}';
  return toServer(row, credentialsSchema.parse(JSON.parse(text)));
}

function ownerOf(id: string): string {
  return `server:${id}`;
}

function sealCredentials(vault: Vault, { id, credentials }: Server): Statement {
  const { bearerToken, headers, env } = credentials;
  const isEmpty = bearerToken === null && Object.keys(headers).length === 0 && Object.keys(env).length === 0;
  const text = isEmpty ? null : JSON.stringify(revealAll(credentials));
  return vault.put({ owner: ownerOf(id), field }, text);
}

function revealAll({ bearerToken, headers, env }: Credentials) {
  const reveal = (map: Credentials['env']) =>
    Object.fromEntries(Object.entries(map).map(([name, secret]) => [name, secret.reveal()]));
  return { bearerToken: bearerToken?.reveal() ?? null, headers: reveal(headers), env: reveal(env) };
}

function toServer(row: ServerRow, credentials: Credentials): Server {
  return {
    id: row.id as ServerId,
    name: row.name as ServerName,
    title: row.title,
    description: row.description,
    version: row.version,
    transport: transportSchema.parse({ kind: row.transport_type, ...JSON.parse(row.config) }),
    credentials,
    autoConnect: row.auto_connect === 1,
    settings: serverSettingsSchema.parse(JSON.parse(row.settings)),
    enabled: row.enabled === 1,
    source: row.source as Server['source'], // only toRow writes it
    revision: row.revision,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

function toRow(server: Server): ServerRow {
  const { kind, ...config } = server.transport;
  return {
    id: server.id,
    name: server.name,
    title: server.title,
    description: server.description,
    version: server.version,
    transport_type: kind,
    config: JSON.stringify(config),
    auto_connect: server.autoConnect ? 1 : 0,
    settings: JSON.stringify(server.settings),
    enabled: server.enabled ? 1 : 0,
    source: server.source,
    revision: server.revision,
    created_at: server.createdAt.toISOString(),
    updated_at: server.updatedAt.toISOString(),
  };
}
