import {
  aServer,
  aServerDefinition,
  createCountingChance,
  createManualClock,
  createMemoryServerStore,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createWarnings } from '../health/warnings.ts';
import type { ServerName } from '../ids.ts';
import { createCachedServerStore } from './cached-server-store.ts';
import { createRegisterServer } from './register-server.ts';
import { seedServers } from './seed-servers.ts';
import type { ServerStore } from './server.ts';
import { createUpdateServer } from './update-server.ts';
import { watchLostCredentials } from './watch-lost-credentials.ts';

const github = 'github' as ServerName;

function setup(allowedNames: readonly string[] = []) {
  const clock = createManualClock();
  const servers = createMemoryServerStore();
  const isAllowed = (name: string): boolean => allowedNames.length === 0 || allowedNames.includes(name);
  const deps = { servers, clock, chance: createCountingChance(), isAllowed };
  return {
    clock,
    servers,
    registerServer: createRegisterServer(deps),
    updateServer: createUpdateServer({ ...deps, stored: servers }),
  };
}

describe('registering a server', () => {
  it('gives it an id and its first revision', async () => {
    const { registerServer, servers } = setup();
    const server = await registerServer(aServerDefinition(), 'api');
    expect(server).toMatchObject({ name: 'github', revision: 1, source: 'api' });
    expect(await servers.find(github)).toEqual(server);
  });

  it('refuses a name that is taken', async () => {
    const { registerServer } = setup();
    await registerServer(aServerDefinition(), 'api');
    await expect(registerServer(aServerDefinition(), 'api')).rejects.toMatchObject({ code: 'SERVER_EXISTS' });
  });

  it('refuses a name that is not on the allow-list, unless that is empty', async () => {
    const { registerServer, servers } = setup(['jira']);
    await expect(registerServer(aServerDefinition(), 'api')).rejects.toMatchObject({
      code: 'SERVER_NOT_ALLOWED',
    });
    expect(await servers.list()).toEqual([]);
    await expect(setup().registerServer(aServerDefinition(), 'api')).resolves.toBeDefined();
  });
});

describe('updating a server', () => {
  it('changes what it is told and counts the revision', async () => {
    const { registerServer, updateServer, servers } = setup();
    await registerServer(aServerDefinition({ title: 'old' }), 'api');
    const updated = await updateServer({ name: github, change: () => ({ title: 'new' }) });
    expect(updated).toMatchObject({ title: 'new', revision: 2 });
    expect(await servers.find(github)).toEqual(updated);
  });

  it('loses none of two changes that meet [B-23]', async () => {
    const { registerServer, updateServer, servers } = setup();
    await registerServer(aServerDefinition(), 'api');
    await Promise.all([
      updateServer({ name: github, change: () => ({ title: 'title' }) }),
      updateServer({ name: github, change: () => ({ description: 'description' }) }),
    ]);
    expect(await servers.find(github)).toMatchObject({
      title: 'title',
      description: 'description',
      revision: 3,
    });
  });

  it('gives up after three retries and tells the current revision [B-23]', async () => {
    const { registerServer, servers, clock } = setup();
    await registerServer(aServerDefinition(), 'api');
    let writes = 0;
    const contested: Pick<ServerStore, 'find' | 'update'> = {
      find: (name) => servers.find(name),
      update: async () => ((writes += 1), 'changed-meanwhile'),
    };
    const updateServer = createUpdateServer({ stored: contested, servers: contested, clock });
    await expect(updateServer({ name: github, change: () => ({}) })).rejects.toMatchObject({
      code: 'REVISION_CONFLICT',
      data: { serverId: 'github', current: 1 },
    });
    expect(writes).toBe(4);
  });

  it('refuses at once when the caller named a revision that is not the current one', async () => {
    const { registerServer, updateServer } = setup();
    await registerServer(aServerDefinition(), 'api');
    await updateServer({ name: github, change: () => ({ title: 'theirs' }), revision: 1 });
    const late = updateServer({ name: github, change: () => ({ title: 'mine' }), revision: 1 });
    await expect(late).rejects.toMatchObject({ code: 'REVISION_CONFLICT', data: { current: 2 } });
  });

  it('says when there is no such server', async () => {
    const { updateServer } = setup();
    await expect(updateServer({ name: github, change: () => ({}) })).rejects.toMatchObject({
      code: 'SERVER_NOT_FOUND',
    });
  });
});

describe('updating a server that another replica has changed', () => {
  it('is no conflict for a caller who has seen the change, however old the cache is', async () => {
    const { registerServer, updateServer, servers, clock } = setup();
    await registerServer(aServerDefinition(), 'api');
    const cached = createCachedServerStore(servers, clock, 60_000);
    await cached.list();
    await updateServer({ name: github, change: () => ({ title: 'elsewhere' }) });
    const updateHere = createUpdateServer({ stored: servers, servers: cached, clock });
    const updated = await updateHere({ name: github, change: () => ({ title: 'here' }), revision: 2 });
    expect(updated).toMatchObject({ title: 'here', revision: 3 });
    expect(await cached.find(github)).toMatchObject({ title: 'here', revision: 3 });
  });
});

describe('a server whose credentials are lost', () => {
  const { transport, credentials } = aServerDefinition();

  async function setupLost() {
    const { clock, servers } = setup();
    await servers.add(aServer({ credentialsLost: true }));
    const warnings = createWarnings(clock);
    const watched = watchLostCredentials(servers, warnings);
    const updateServer = createUpdateServer({ stored: watched, servers: watched, clock });
    return { servers: watched, warnings, updateServer };
  }

  it('stays so when something else is changed', async () => {
    const { updateServer } = await setupLost();
    const updated = await updateServer({ name: github, change: () => ({ title: 'new' }) });
    expect(updated).toMatchObject({ title: 'new', credentialsLost: true });
  });

  it('takes transport and credentials together, or neither', async () => {
    const { updateServer } = await setupLost();
    for (const half of [{ transport }, { credentials }])
      await expect(updateServer({ name: github, change: () => half })).rejects.toMatchObject({
        code: 'SECRET_UNREADABLE',
      });
    const updated = await updateServer({ name: github, change: () => ({ transport, credentials }) });
    expect(updated.credentialsLost).toBe(false);
  });

  it('is warned of until it is mended or gone', async () => {
    const { servers, warnings, updateServer } = await setupLost();
    await servers.add(aServer({ name: 'jira', credentialsLost: true }));
    await servers.add(aServer({ name: 'whole' }));
    await servers.list();
    expect(warnings.list().map(({ serverId }) => serverId)).toEqual(['github', 'jira']);
    await updateServer({ name: github, change: () => ({ transport, credentials }) });
    await servers.list();
    expect(warnings.list().map(({ serverId }) => serverId)).toEqual(['jira']);
    await servers.remove('jira' as ServerName);
    await servers.list();
    expect(warnings.list()).toEqual([]);
  });
});

describe('seeding servers from a file', () => {
  it('adds those that are missing and leaves the others as they were changed', async () => {
    const { registerServer, updateServer, servers } = setup();
    const file = [aServerDefinition({ title: 'from the file' })];
    await seedServers({ servers, registerServer }, file);
    await updateServer({ name: github, change: () => ({ title: 'changed since' }) });
    const added = await seedServers({ servers, registerServer }, [
      ...file,
      aServerDefinition({ name: 'jira' }),
    ]);
    expect(added.map(({ name, source }) => [name, source])).toEqual([['jira', 'file']]);
    expect((await servers.find(github))?.title).toBe('changed since');
  });
});

describe('the cache over a server store', () => {
  it('reads the store once for a thousand reads, and again after a change [B-71]', async () => {
    const { servers, clock, registerServer } = setup();
    await registerServer(aServerDefinition(), 'api');
    let reads = 0;
    const counted: ServerStore = { ...servers, list: () => ((reads += 1), servers.list()) };
    const cached = createCachedServerStore(counted, clock, 60_000);
    for (let n = 0; n < 500; n += 1) await Promise.all([cached.list(), cached.find(github)]);
    expect(reads).toBe(1);
    await cached.remove(github);
    expect(await cached.find(github)).toBeUndefined();
    expect(reads).toBe(2);
  });
});
