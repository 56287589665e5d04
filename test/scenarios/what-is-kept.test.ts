import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createHub } from '@patchbay/hub';
import { createClient } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { startHttpFixture } from '@patchbay/testkit/mcp';
import { expect, it } from 'vitest';

const apiKey = 'key-that-nobody-may-read-in-the-database';

/** One table for both seeds: the server's lists have one of their own, and credentials are sealed elsewhere. */
it('of a server is its name, address, transport, lists and what became of reading them, never its key [B-50]', async () => {
  await using fixture = await startHttpFixture();
  const dataDir = createTempDir();
  const hub = await createHub({ database: 'sqlite', dataDir, port: 0 });
  const admin = createClient({ url: await hub.listen(), key: hub.adminKey ?? '' });
  const body = {
    serverId: 'n8n',
    name: 'Workflows',
    baseUrl: fixture.url,
    apiKey,
    transport: 'STREAMABLE_HTTP',
  };
  await admin.createServer({ body });
  await admin.syncServer({ params: { name: 'n8n' } });
  await hub.close();

  using db = new DatabaseSync(join(dataDir, 'patchbay.db'), { readOnly: true });
  const columns = (table: string) =>
    db
      .prepare(`select name, type, "notnull" as needed, dflt_value as preset from pragma_table_info(?)`)
      .all(table);
  expect(columns('mcp_servers')).toEqual(
    expect.arrayContaining([
      { name: 'name', type: 'varchar(64)', needed: 1, preset: null },
      { name: 'title', type: 'varchar(255)', needed: 0, preset: null },
      { name: 'transport_type', type: 'varchar(20)', needed: 1, preset: null },
      { name: 'revision', type: 'INTEGER', needed: 1, preset: '1' },
      { name: 'updated_at', type: 'varchar(30)', needed: 1, preset: null },
    ]),
  );
  expect(columns('server_catalogs')).toContainEqual({
    name: 'sync_status',
    type: 'varchar(20)',
    needed: 1,
    preset: "'NEVER_SYNCED'",
  });
  const rows = db
    .prepare('select * from mcp_servers join server_catalogs on server_catalogs.server_id = mcp_servers.id')
    .all();
  expect(rows).toMatchObject([
    {
      name: 'n8n',
      title: 'Workflows',
      transport_type: 'http',
      config: expect.stringContaining(new URL(fixture.url).origin), // a path may hold a key
      sync_status: 'SYNCED',
      last_synced_at: expect.stringMatching(/Z$/),
      tools_cache: expect.stringContaining('echo'),
      resources_cache: expect.any(String),
      prompts_cache: expect.any(String),
    },
  ]);
  const indexes = db.prepare(`select name from sqlite_master where type = 'index'`).all();
  expect(indexes).toContainEqual({ name: 'idx_mcp_servers_name' });
  expect(indexes).toContainEqual({ name: 'idx_server_catalogs_sync_status' });
  expect(JSON.stringify(db.prepare('select * from secrets').all())).not.toContain(apiKey);
  expect(JSON.stringify(rows)).not.toContain(apiKey);
});
