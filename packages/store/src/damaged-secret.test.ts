import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { credentialsSchema, type Transport } from '@patchbay/contracts';
import type { ServerName } from '@patchbay/core';
import { aServer, createManualClock } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { step, type Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { openPostgresOn, poolOptions } from './postgres/open-postgres.ts';
import { createServerStore } from './server-store.ts';
import { openSqliteOn } from './sqlite/open-sqlite.ts';
import { masterKeyInMemory } from './vault/master-key.ts';
import { Vault } from './vault/vault.ts';

const clock = createManualClock();
const github = 'github' as ServerName;
const credentials = credentialsSchema.parse({ bearerToken: 'ghp_secret' });
const stdio: Transport = {
  kind: 'stdio',
  command: '/opt/bin/server-github',
  args: ['--token=PLANTED'],
  cwd: '/srv/PLANTED',
  inheritEnv: true,
};
const http: Transport = {
  kind: 'http',
  url: 'https://u:PLANTED@example.com:8443/PLANTED?key=PLANTED',
  verifySsl: false,
};

const kinds: Record<string, () => Promise<Engine>> = {
  SQLite: async () => openSqliteOn(new DatabaseSync(':memory:')),
  PostgreSQL: async () => {
    const url = await createDatabase(inject('postgresUrl'), `damaged-${randomUUID()}`);
    return openPostgresOn(new pg.Pool(poolOptions(url)));
  },
};

describe.each(Object.keys(kinds))('a damaged secret on %s', (kind) => {
  async function setup() {
    const engine = await (kinds[kind] ?? expect.unreachable)();
    onTestFinished(() => engine.close());
    await migrate(engine, clock.now());
    const vault = await Vault.open({ engine, master: masterKeyInMemory(), clock });
    const servers = createServerStore(engine, vault);
    for (const name of ['other', 'third']) await servers.add(aServer({ name, credentials }));
    await servers.add(aServer({ transport: stdio, credentials }));
    const damaged = sql`update secrets set sealed = ${'v1.damaged'} where owner = ${`server:${aServer().id}`}`;
    const damage = () => engine.write([step({ compile: () => damaged.compile(engine.db) })]);
    const row = () =>
      engine.db.selectFrom('secrets').selectAll().where('sealed', '=', 'v1.damaged').executeTakeFirst();
    return { engine, vault, servers, damage, row };
  }

  it('costs the one server it belongs to, which is still recognised', async () => {
    const { servers, damage } = await setup();
    await damage();
    const listed = await servers.list();
    expect(listed.map(({ name, credentialsLost }) => [name, credentialsLost])).toEqual([
      ['github', true],
      ['other', false],
      ['third', false],
    ]);
    expect(await servers.find(github)).toMatchObject({
      transport: { kind: 'stdio', command: 'server-github', args: [] },
      credentials: { bearerToken: null },
    });
    await servers.update(aServer({ transport: http, credentials }));
    await damage();
    expect((await servers.find(github))?.transport).toMatchObject({ url: 'https://example.com:8443' });
  });

  it('is not overwritten by a change of something else, but by new credentials', async () => {
    const { servers, damage, row } = await setup();
    await damage();
    const [before, lost] = [await row(), await servers.find(github)];
    expect(await servers.update(aServer({ ...lost, title: 'new' }))).toBe('updated');
    expect(await row()).toEqual(before);
    expect(await servers.find(github)).toEqual({ ...lost, title: 'new', revision: 2 });
    const whole = aServer({ transport: http, credentials, revision: 2 });
    expect(await servers.update(whole)).toBe('updated');
    expect(await servers.find(github)).toEqual({ ...whole, revision: 3 });
  });

  it('stays where it is when the others get a new key, as often as that is asked for', async () => {
    const { engine, vault, servers, damage, row } = await setup();
    await damage();
    const before = await row();
    const first = await vault.rotate();
    expect(first).toMatchObject({ resealed: 2, removedKeys: 0, unreadable: 1 });
    const second = await vault.rotate();
    expect(second).toMatchObject({ resealed: 2, removedKeys: 1, unreadable: 1 });
    expect(second.keyId).not.toBe(first.keyId);
    expect(await row()).toEqual(before);
    await servers.remove(github);
    expect(await vault.rotate()).toMatchObject({ removedKeys: 1, unreadable: 0 });
    expect(await engine.db.selectFrom('data_keys').select('kid').execute()).toEqual([{ kid: second.keyId }]);
  });

  it('is the same as one that is missing', async () => {
    const { engine, servers } = await setup();
    await engine.write([step(engine.db.deleteFrom('secrets'))]);
    expect((await servers.list()).map(({ credentialsLost }) => credentialsLost)).toEqual([true, true, true]);
  });

  it.each([stdio, http])('was the only place of what is secret about a server: $kind', async (transport) => {
    const { engine, servers } = await setup();
    await servers.update(aServer({ transport, credentials }));
    expect((await servers.find(github))?.transport).toEqual(transport);
    expect(JSON.stringify(await engine.db.selectFrom('mcp_servers').selectAll().execute())).not.toContain(
      'PLANTED',
    );
  });
});
