import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
import { createClient } from '@patchbay/client';
import { createHub } from '@patchbay/hub';
import { createRecordingLog, createTempDir } from '@patchbay/testkit';
import { createDatabase } from '@patchbay/testkit/postgres';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { commandOf, httpServer, stdioServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess } from '../support/hub-process.ts';

/** Planted wherever a secret can come in; none may be found again in anything that is written. */
const planted = {
  token: 'PLANTED-token-9f8e7d6c5b4a',
  header: 'PLANTED-header-1a2b3c4d5e6f',
  env: 'PLANTED-env-0011223344556677',
  password: 'PLANTED-password-correct-horse',
  argument: '--token=PLANTED-argument-8899aabbccddee',
  query: 'PLANTED-query-ffeeddccbbaa',
};

const github = {
  name: 'github',
  url: `https://example.com/mcp?key=${planted.query}`,
  bearerToken: planted.token,
  headers: { 'X-Api-Key': planted.header },
  env: { TOKEN: planted.env },
};
const entries = [github, { name: 'time', command: 'uvx', args: ['mcp-server-time', planted.argument] }];

const traces = [
  'PLANTED',
  Buffer.from('PLANTED').toString('base64').slice(0, 8),
  Buffer.from('PLANTED').toString('hex'),
];

function findTraces(where: string, content: Buffer): string[] {
  return traces.filter((trace) => content.includes(trace)).map((trace) => `${trace} in ${where}`);
}

describe('a secret', () => {
  it('is in no file of the data directory, not in a backup, and not in the log', async () => {
    const dataDir = createTempDir();
    const log = createRecordingLog();
    const hub = await createHub(
      { database: 'sqlite', dataDir, port: 0, encryption: { masterPassword: planted.password } },
      log,
    );
    for (const entry of entries) await hub.register(entry);
    const url = await hub.listen();
    const admin = createClient({ url, key: hub.adminKey ?? '' });
    const { key } = await admin.createKey({ body: { name: 'ci', roles: ['viewer'] } });
    await admin.rotateSecrets();
    await createClient({ url, key: 'pbk_nobody_PLANTED-guess' })
      .me()
      .catch(() => {});

    const whileOpen = readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name))] as const);
    expect(whileOpen.map(([name]) => name)).toContain('patchbay.db-wal');
    const copy = join(createTempDir(), 'backup.db');
    const source = new DatabaseSync(join(dataDir, 'patchbay.db'), { readOnly: true });
    await backup(source, copy);
    source.close();
    await hub.close();

    const closed = readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name))] as const);
    const texts = [
      ...whileOpen,
      ...closed,
      ['backup', readFileSync(copy)] as const,
      ['log', Buffer.from(JSON.stringify(log.lines))] as const,
    ];
    expect(texts.flatMap(([name, content]) => findTraces(name, content))).toEqual([]);
    const keyInFull = texts.filter(([, content]) => content.includes(key)).map(([name]) => name);
    expect(keyInFull).toEqual([]);
  });

  it('is found by this test when it is not sealed', () => {
    expect(findTraces('x', Buffer.from(`{"token":"${planted.token}"}`))).toHaveLength(1);
    expect(findTraces('x', Buffer.from(Buffer.from(planted.token).toString('base64')))).toHaveLength(1);
  });

  it('is in no table of PostgreSQL', async () => {
    const database = await createDatabase(inject('postgresUrl'), `rest-${randomUUID()}`);
    const hub = await createHub({ database, dataDir: createTempDir() });
    for (const entry of entries) await hub.register(entry);
    await hub.close();
    const client = new pg.Client(database);
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const contents = [];
    for (const { name } of tables)
      contents.push(JSON.stringify((await client.query(`select * from "${name}"`)).rows));
    await client.end();
    expect(contents.length).toBeGreaterThan(4);
    expect(contents.flatMap((content) => findTraces('a table', Buffer.from(content)))).toEqual([]);
  });

  it('is in nothing that the process says, at any log level', async () => {
    const key = `pbk_ops_${planted.token}`;
    const env = {
      PATCHBAY_ADMIN_KEY: key,
      ENCRYPTION_MASTER_PASSWORD: planted.password,
      PATCHBAY_LOG_LEVEL: 'debug',
    };
    const { url, out, err, stop } = await startHubProcess({ env });
    const admin = createClient({ url: url ?? '', key });
    await admin.listKeys();
    await createClient({ url: url ?? '', key: `${key}wrong` })
      .me()
      .catch(() => {});
    await fetch(`${url ?? ''}/api/${planted.token}`, {
      headers: { Authorization: `Bearer ${planted.token}`, 'X-Secret': planted.header },
    });
    await stop();
    expect(findTraces('output', Buffer.from(out() + err()))).toEqual([]);
    expect(err()).toContain('hub.stopped');
  });
});

/** Servers whose every part is a secret: one that works, and the ways in which others fail. */
async function secretServers() {
  const { url } = await httpServer();
  const said = `cannot use --api-key ${planted.argument} with ${planted.env}`;
  const dying = commandOf(stdioServer({ exitAtStart: 1, stderr: said, env: { TOKEN: planted.env } }));
  const remote = { transport: 'http', bearerToken: planted.token, headers: { 'X-Api-Key': planted.header } };
  return [
    { name: 'works', ...remote, url: `${url}?key=${planted.query}` },
    {
      name: 'gone',
      ...remote,
      url: `http://ops:${planted.password}@127.0.0.1:1/${planted.query}?k=${planted.query}`,
    },
    { name: 'refused', ...remote, headers: { 'X-Api-Key': `${planted.header}\n` }, url },
    { name: 'dying', ...dying, args: [...dying.args, '--api-key', planted.argument] },
    { name: 'broken', command: 'node', args: [`${planted.argument}\0`], env: { TOKEN: `${planted.env}\0` } },
  ];
}

describe('a secret in use', () => {
  it('is in nothing that the process says and in no file, whatever comes of its server', async () => {
    const env = { PATCHBAY_LOG_LEVEL: 'debug' };
    const { url = '', folder, out, err, stop } = await startHubProcess({ env });
    const admin = createClient({ url, key: readKeyFile(folder).key });
    const statuses = [];
    for (const body of await secretServers()) statuses.push((await admin.createServer({ body })).status);
    expect(statuses).toEqual(['CONNECTED', 'FAILED', 'FAILED', 'FAILED', 'FAILED']);
    await admin.executeTool({ body: { toolName: 'works.echo', arguments: { message: 'hi' } } });
    for (const { name } of await admin.listServers()) {
      await admin.syncServer({ params: { name } }).catch(() => {});
      await admin.verifyServer({ params: { name } }).catch(() => {});
    }
    const warnings = JSON.stringify([await admin.health(), await admin.doctor()]);
    const dataDir = join(folder, '.patchbay');
    const files = () =>
      readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name))] as const);
    const whileOpen = files();
    expect(whileOpen.map(([name]) => name)).toContain('patchbay.db-wal');
    await stop();
    const texts = [
      ...whileOpen,
      ...files(),
      ['output', Buffer.from(out() + err())] as const,
      ['warnings', Buffer.from(warnings)] as const,
    ];
    expect(texts.flatMap(([name, content]) => findTraces(name, content))).toEqual([]);
    expect(err()).toContain('server.status-changed');
  });
});

describe('a hub whose key is lost', () => {
  it('starts again without its secrets, as the guide says', async () => {
    const config = { database: 'sqlite', dataDir: createTempDir(), mcp: { servers: [github] } };
    const first = await createHub(config);
    await first.register({ ...github, name: 'registered' });
    await first.close();
    rmSync(join(config.dataDir, 'secrets.key'));
    await expect(createHub(config)).rejects.toMatchObject({ code: 'SECRETS_KEY_MISSING' });

    const database = new DatabaseSync(join(config.dataDir, 'patchbay.db'));
    database.exec(wayOut());
    database.close();
    const second = await createHub(config);
    const tokens = (await second.servers()).map(({ name, credentials }) => [name, credentials.bearerToken]);
    await second.close();
    expect(second.keyFile).toBe('admin.key');
    expect(tokens).toEqual([
      ['github', expect.anything()],
      ['registered', null],
    ]);
  });
});

/** The statements of the guide. */
function wayOut(): string {
  return (
    /^ *delete from [^`]*/m.exec(readFileSync('docs/guides/secrets.md', 'utf8'))?.[0].replace(/\\$/, '') ?? ''
  );
}
