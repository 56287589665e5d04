import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createRecordingLog, createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConfigInput } from './config/schema.ts';
import { createHub, type Hub } from './create-hub.ts';

const github = { name: 'github', url: 'https://example.com/mcp?team=7', bearerToken: 'ghp_secret' };

function setup() {
  const dataDir = createTempDir();
  const log = createRecordingLog();
  const open = async (config: ConfigInput = {}): Promise<Hub> => {
    const hub = await createHub({ database: 'sqlite', dataDir, ...config }, log);
    onTestFinished(() => hub.close());
    return hub;
  };
  const withDatabase = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(join(dataDir, 'patchbay.db'));
    const result = work(db);
    db.close();
    return result;
  };
  const token = async (hub: Hub) => (await hub.servers())[0]?.credentials.bearerToken?.reveal();
  return { log, open, withDatabase, token };
}

describe('a hub', () => {
  it('starts with a damaged secret, and warns of it', async () => {
    const { open, withDatabase } = setup();
    const first = await open();
    await first.register(github);
    await first.close();
    withDatabase((db) => db.exec("update secrets set sealed = 'v1.damaged'"));
    const hub = await open({ mcp: { servers: [{ name: 'time', command: 'uvx' }] } });
    expect(hub.warnings).toContainEqual(expect.stringContaining('server "github" is damaged'));
    expect((await hub.servers()).map(({ name, credentialsLost }) => [name, credentialsLost])).toEqual([
      ['github', true],
      ['time', false],
    ]);
  });

  it('finishes at its start a rotation that was cut short', async () => {
    const { open, withDatabase, token, log } = setup();
    const first = await open({ port: 0 });
    await first.register(github);
    const old = withDatabase((db) => db.prepare('select * from data_keys').all());
    const headers = { Authorization: `Bearer ${first.adminKey ?? ''}` };
    await fetch(`${await first.listen()}/api/secrets/rotate`, { method: 'POST', headers });
    await first.close();
    const keys = 'select kid, generation from data_keys';
    const whole = withDatabase((db) => db.prepare(keys).all());
    const putBack = 'insert into data_keys values (:kid, :generation, :wrapped, :master, :salt, :created_at)';
    withDatabase((db) => db.prepare(putBack).run(old[0] ?? {}));
    const hub = await open();
    expect(await token(hub)).toBe('ghp_secret');
    await hub.close();
    expect(withDatabase((db) => db.prepare(keys).all())).toEqual(whole);
    expect(log.lines.map(({ event }) => event)).toContain('secrets.rotation.finished');
  });

  it('takes a new master password when it is told the previous one', async () => {
    const { open, token } = setup();
    const first = await open({ encryption: { masterPassword: 'correct horse' } });
    await first.register(github);
    await first.close();
    const encryption = { masterPassword: 'battery staple', previousMasterPassword: 'correct horse' };
    await (await open({ encryption })).close();
    await expect(open({ encryption: { masterPassword: 'correct horse' } })).rejects.toMatchObject({
      code: 'SECRETS_KEY_WRONG',
    });
    expect(await token(await open({ encryption: { masterPassword: 'battery staple' } }))).toBe('ghp_secret');
  });
});
