import {
  credentialsSchema,
  serverSettingsSchema,
  transportSchema,
  type Credentials,
  type Transport,
} from '@patchbay/contracts';
import type { Server, ServerId, ServerName, ServerStore } from '@patchbay/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { mustChange, type Engine } from './engine.ts';
import type { SecretRow, ServerRow } from './schema.ts';
import type { Put, Vault } from './vault/vault.ts';

/**
 * How a server is reached and all of its credentials are one sealed text: people put tokens into arguments and
 * addresses too, and not even the names of headers and variables need to be readable.
 */
const field = 'transport';
const sealedSchema = z.strictObject({ transport: transportSchema, credentials: credentialsSchema });

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
      const result = await vault.write((put) => [mustChange(insert), putSealed(put, server)]);
      return result.kind === 'committed';
    },

    async update(server) {
      const { transport_type, config, ...row } = toRow(server);
      const isLost = server.credentialsLost;
      const update = db
        .updateTable('mcp_servers')
        .set({ ...row, ...(isLost ? {} : { transport_type, config }), revision: server.revision + 1 })
        .where('id', '=', server.id)
        .where('revision', '=', server.revision);
      const result = await vault.write((put) => [
        mustChange(update),
        ...(isLost ? [] : [putSealed(put, server)]),
      ]);
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

/** A server and its sealed part in one statement: two could see the state before and after a change. */
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
  const text = isSealed ? await vault.open({ owner, field, kid, sealed }) : undefined;
  if (text !== undefined)
    return { ...toServer(row), ...sealedSchema.parse(JSON.parse(text)), credentialsLost: false };
  const transport = transportSchema.parse({ kind: row.transport_type, ...JSON.parse(row.config) });
  return { ...toServer(row), transport, credentials: credentialsSchema.parse({}), credentialsLost: true };
}

function ownerOf(id: string): string {
  return `server:${id}`;
}

function putSealed(put: Put, { id, transport, credentials }: Server) {
  const text = JSON.stringify({ transport, credentials: revealAll(credentials) });
  return put({ owner: ownerOf(id), field }, text);
}

function revealAll({ bearerToken, headers, env }: Credentials) {
  const reveal = (map: Credentials['env']) =>
    Object.fromEntries(Object.entries(map).map(([name, secret]) => [name, secret.reveal()]));
  return { bearerToken: bearerToken?.reveal() ?? null, headers: reveal(headers), env: reveal(env) };
}

function toServer(row: ServerRow): Omit<Server, 'transport' | 'credentials' | 'credentialsLost'> {
  return {
    id: row.id as ServerId,
    name: row.name as ServerName,
    title: row.title,
    description: row.description,
    version: row.version,
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
  return {
    id: server.id,
    name: server.name,
    title: server.title,
    description: server.description,
    version: server.version,
    transport_type: server.transport.kind,
    config: JSON.stringify(summaryOf(server.transport)),
    auto_connect: server.autoConnect ? 1 : 0,
    settings: JSON.stringify(server.settings),
    enabled: server.enabled ? 1 : 0,
    source: server.source,
    revision: server.revision,
    created_at: server.createdAt.toISOString(),
    updated_at: server.updatedAt.toISOString(),
  };
}

/** Enough to recognise a server whose sealed part is lost: a program without its folder, an address without its path. */
function summaryOf(transport: Transport) {
  return transport.kind === 'stdio'
    ? { command: transport.command.split(/[\\/]/).at(-1) }
    : { url: new URL(transport.url).origin };
}
