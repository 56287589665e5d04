import { createTempDir } from '@patchbay/testkit';
import { createDatabase, startPostgres } from '@patchbay/testkit/postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../open-store.ts';

async function setup() {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const database = await createDatabase(postgres.adminUrl, 'reads');
  const clock = { now: () => new Date() };
  const store = await openStore({ database, dataDir: createTempDir(), masterPasswords: [], clock });
  onTestFinished(store.close);
  return { postgres, store };
}

describe('reading from PostgreSQL', () => {
  it('rides out a restart, in the middle of many reads', async () => {
    const { postgres, store } = await setup();
    const reads = Array.from({ length: 50 }, () => store.keys.list());
    await Promise.all([...reads, postgres.restart('fast')]);
    expect(await store.keys.list()).toEqual([]);
  });

  it('says that the database is away when it stays away, and works again when it is back', async () => {
    const { postgres, store } = await setup();
    await postgres.pause();
    await expect(store.keys.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503 });
    await expect(store.ping()).rejects.toThrow('ECONNREFUSED');
    await postgres.resume();
    expect(await store.keys.list()).toEqual([]);
    await store.ping();
  });
});
