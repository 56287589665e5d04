import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { credentialsSchema } from '@patchbay/contracts';
import type { ServerName, ServerStore } from '@patchbay/core';
import { aServer, createManualClock, createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { step, type Engine, type Statement } from '../engine.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../open-store.ts';
import { openPostgresOn, poolOptions } from '../postgres/open-postgres.ts';
import { createServerStore } from '../server-store.ts';
import { openKeyring } from './keyring.ts';
import { masterKeyInMemory, type MasterKeys } from './master-key.ts';
import { finishRotation } from './rotation.ts';
import { Vault } from './vault.ts';

const clock = createManualClock();
const credentials = credentialsSchema.parse({ bearerToken: 'ghp_secret' });
const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => aServer({ name: `${prefix}-${String(n)}`, credentials }));

function emptyDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'), `replicas-${randomUUID()}`);
}

/** Hubs on one database, each with its own connections and its own view of the data keys. */
async function setup() {
  const url = await emptyDatabase();
  const shared = masterKeyInMemory();
  let masterReads = 0;
  const master: MasterKeys = { ...shared, read: () => ((masterReads += 1), shared.read()) };
  const hub = async () => {
    const engine = openPostgresOn(new pg.Pool(poolOptions(url)));
    onTestFinished(() => engine.close());
    await migrate(engine, clock.now());
    const deps = { engine, master, clock };
    const vault = await Vault.open(deps);
    return { deps, engine, vault, servers: createServerStore(engine, vault) };
  };
  const here = await hub();
  const kids = async () =>
    (await here.engine.db.selectFrom('data_keys').select('kid').execute()).map(({ kid }) => kid);
  return { url, here, there: await hub(), hub, kids, masterReads: () => masterReads };
}

/** Another hub in the middle of a unit: `first` is done, and stands until `finish`. */
async function inTheMiddle(url: string, first: readonly Statement[]) {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  for (const { sql, parameters } of first) await client.query(sql, [...parameters]);
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return {
    async somebodyWaits(): Promise<void> {
      while ((await client.query(waiting)).rowCount === 0);
    },
    finish: () => client.query('commit'),
  };
}

/** How many servers can be used, by the token they have. */
async function tokens(servers: ServerStore): Promise<Record<string, number>> {
  const found = (await servers.list()).map((server) => server.credentials.bearerToken?.reveal() ?? 'lost');
  return Object.fromEntries(
    Map.groupBy(found, (token) => token)
      .entries()
      .map(([t, all]) => [t, all.length]),
  );
}

describe('hubs that start together on an empty PostgreSQL', () => {
  it.each([['a password'], []])('make one data key, which all of them can use %#', async (...passwords) => {
    for (let round = 0; round < 5; round += 1) {
      const database = await emptyDatabase();
      const dataDir = createTempDir();
      const open = () => openStore({ database, dataDir, masterPasswords: passwords, clock });
      const stores = await Promise.all([open(), open(), open(), open()]);
      await Promise.all(
        stores.map(({ servers }, n) => servers.add(aServer({ name: `s-${String(n)}`, credentials }))),
      );
      for (const { servers } of stores) expect(await tokens(servers)).toEqual({ ghp_secret: 4 });
      const rotation = await stores[0].vault.rotate();
      expect(rotation).toMatchObject({ resealed: 4, removedKeys: 1 });
      expect(readdirSync(dataDir)).toEqual(passwords.length > 0 ? [] : ['secrets.key']);
      await Promise.all(stores.map((store) => store.close()));
    }
  });
});

describe('a hub whose data key another hub has destroyed', () => {
  it('opens what the other one sealed, and looks for the new key once', async () => {
    const { here, there, masterReads } = await setup();
    for (const server of named('s', 150)) await there.servers.add(server);
    await there.vault.rotate();
    const before = masterReads();
    expect(await tokens(here.servers)).toEqual({ ghp_secret: 150 });
    expect(masterReads() - before).toBe(1);
  });

  it('seals what it stores with the new one', async () => {
    const { here, there, kids } = await setup();
    const [first, second] = named('s', 2);
    await here.servers.add(first ?? aServer());
    await there.vault.rotate();
    expect(await here.servers.add(second ?? aServer())).toBe(true);
    await there.vault.rotate();
    expect(await here.servers.update(aServer({ ...first, title: 'new' }))).toBe('updated');
    expect(await tokens(there.servers)).toEqual({ ghp_secret: 2 });
    expect(await kids()).toHaveLength(1);
  });

  it('still tells a name that is taken from a key that is gone', async () => {
    const { here, there } = await setup();
    await there.servers.add(aServer({ credentials }));
    await there.vault.rotate();
    expect(await here.servers.add(aServer({ title: 'second' }))).toBe(false);
    expect(await here.servers.find('github' as ServerName)).toMatchObject({ title: null });
  });
});

describe('rotating on several hubs', () => {
  it('at once leaves one data key and every secret', async () => {
    const { here, there, kids } = await setup();
    for (const server of named('s', 120)) await here.servers.add(server);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([here.vault.rotate(), there.vault.rotate()]);
      expect(await kids(), `round ${String(round)}`).toHaveLength(1);
    }
    expect(await tokens(here.servers)).toEqual({ ghp_secret: 120 });
    expect(await tokens(there.servers)).toEqual({ ghp_secret: 120 });
  });

  it('fails and loses nothing that is stored meanwhile', async () => {
    const { here, there, hub, kids } = await setup();
    let rotations = 0;
    const storing = { isDone: false };
    const rotate = async (): Promise<void> => {
      while (!storing.isDone) rotations += (await there.vault.rotate()).removedKeys;
    };
    const store = async (): Promise<void> => {
      for (const batch of [named('a', 60), named('b', 60), named('c', 60)])
        await Promise.all(batch.map((server) => here.servers.add(server)));
      storing.isDone = true;
    };
    await Promise.all([rotate(), store()]);
    expect(rotations).toBeGreaterThan(0);
    await there.vault.rotate();
    expect(await kids()).toHaveLength(1);
    expect(await tokens((await hub()).servers)).toEqual({ ghp_secret: 180 });
  });
});

describe('a data key', () => {
  it('is not destroyed while something that it sealed is on its way into the store', async () => {
    const { url, here, there, kids } = await setup();
    const unit: Statement[] = [];
    const write: Engine['write'] = async (statements) => {
      unit.push(...statements);
      return { kind: 'refused', at: 0 };
    };
    const slow = await Vault.open({ ...here.deps, engine: { ...here.engine, write } });
    await createServerStore(here.engine, slow).add(aServer({ credentials }));
    const storing = await inTheMiddle(url, unit);
    const rotation = there.vault.rotate();
    await storing.somebodyWaits();
    await storing.finish();
    expect(await rotation).toMatchObject({ resealed: 1, removedKeys: 1 });
    expect(await tokens(here.servers)).toEqual({ ghp_secret: 1 });
    expect(await kids()).toHaveLength(1);
  });

  it('is not used any more by a unit that meets its destruction', async () => {
    const { url, here } = await setup();
    const old = (await openKeyring(here.deps)).newest;
    await (await openKeyring(here.deps)).add();
    const destroy = here.engine.db.deleteFrom('data_keys').where('kid', '=', old.kid);
    const destroying = await inTheMiddle(url, [...here.engine.lock('data-keys'), step(destroy)]);
    const adding = here.servers.add(aServer({ credentials }));
    await destroying.somebodyWaits();
    await destroying.finish();
    expect(await adding).toBe(true);
    expect(await tokens(here.servers)).toEqual({ ghp_secret: 1 });
  });

  it('that was destroyed meanwhile is not rotated to', async () => {
    const { here } = await setup();
    await here.servers.add(aServer({ credentials }));
    const ring = await openKeyring(here.deps);
    const gone = { kid: 'gone', key: randomBytes(32) };
    const rings = [{ ...ring, newest: gone }];
    const rotation = await finishRotation({
      engine: here.engine,
      reload: async () => rings.pop() ?? ring,
      open: (row) => here.vault.open(row),
      seal: ({ kid }, { owner, field }, text) => ({ owner, field, kid, sealed: text, updated_at: '' }),
    });
    expect(rotation).toMatchObject({ keyId: ring.newest.kid, resealed: 0 });
    expect(await tokens(here.servers)).toEqual({ ghp_secret: 1 });
  });
});

describe('a rotation that was cut short', () => {
  async function setupUnfinished() {
    const { here, hub, kids } = await setup();
    await here.servers.add(aServer({ credentials }));
    await (await openKeyring(here.deps)).add();
    expect(await kids()).toHaveLength(2);
    return { hub: await hub(), kids };
  }

  it('is finished with the key it had made, by whichever of the two ways', async () => {
    for (const way of ['rotate', 'finishRotation'] as const) {
      const { hub, kids } = await setupUnfinished();
      const before = await kids();
      expect(hub.vault.isRotationUnfinished).toBe(true);
      const rotation = await hub.vault[way]();
      expect(rotation).toMatchObject({ resealed: 1, removedKeys: 1, unreadable: 0 });
      expect(hub.vault.isRotationUnfinished).toBe(false);
      expect(await kids()).toEqual([rotation.keyId]);
      expect(before).toContain(rotation.keyId);
      expect(await tokens(hub.servers)).toEqual({ ghp_secret: 1 });
    }
  });

  it('is finished once for those who ask together', async () => {
    const { hub } = await setupUnfinished();
    const [one, other] = await Promise.all([hub.vault.finishRotation(), hub.vault.rotate()]);
    expect(one).toBe(other);
  });
});
