import { createClient } from '@patchbay/client';
import { runHub } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandOf, eventually, stdioServer } from '../support/fixtures.ts';
import { readEvents } from '../support/run-hub.ts';
import { startTestHub } from '../support/test-hub.ts';

/** A hub as `patchbay up` runs it, whose log nobody else reads. */
async function startLogging() {
  const own = { environment: {}, isTerminal: false, pid: process.pid, writeLog: () => {} };
  const flags = { dataDir: createTempDir(), port: '0', database: 'memory' };
  const { hub, url } = await runHub(own, flags);
  onTestFinished(() => hub.close());
  return { admin: createClient({ url, key: hub.adminKey }), url };
}

describe('the log of a hub', () => {
  it('can be read and followed by an admin, by level, with secrets masked', async () => {
    const { admin } = await startLogging();
    const [started] = await admin.recentLogs();
    expect(started).toMatchObject({
      id: 1,
      level: 'info',
      event: 'hub.started',
      fields: { database: 'memory' },
    });
    const lines = readEvents(await admin.followLogs({ query: { after: '1' } }));
    const token = 'a-token-that-nobody-sees';
    const body = { name: 'gone', url: `http://127.0.0.1:9/${token}`, transport: 'http', bearerToken: token };
    await admin.createServer({ body });
    const { value } = await lines.next();
    expect(value).toMatchObject({
      event: 'line',
      data: { event: 'server.status-changed', fields: { server: 'gone' } },
    });
    await lines.return(undefined);
    await eventually(async () =>
      (await admin.recentLogs()).some(({ fields }) => fields['status'] === 'FAILED'),
    ).toBe(true);
    expect(JSON.stringify(await admin.recentLogs())).not.toContain(token);
    expect(await admin.recentLogs({ query: { level: 'error' } })).toEqual([]);
    expect(await admin.recentLogs({ query: { since: '2999-01-01T00:00:00Z' } })).toEqual([]);
    expect(await admin.recentLogs({ query: { limit: 1 } })).toHaveLength(1);
  });

  it('is nobody else’s', async () => {
    const { admin, url } = await startLogging();
    const { key } = await admin.createKey({ body: { name: 'op', roles: ['operator', 'approver'] } });
    const other = createClient({ url, key });
    await expect(other.recentLogs()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(other.followLogs()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('what the program of a server writes to standard error', () => {
  it('can be read and followed, also after it has ended, with its secrets masked', async () => {
    const { admin } = await startTestHub();
    const secret = 'a-secret-of-the-server';
    const { command, args, env } = commandOf(stdioServer({ stderr: `starts with ${secret}\nand goes on` }));
    const body = { name: 'one', command, args: [...args], env: { ...env, SECRET: secret } };
    await admin.createServer({ body });
    const params = { name: 'one' };
    const said = async (): Promise<string[]> =>
      (await admin.serverStderr({ params })).map(({ text }) => text);
    await eventually(said).toEqual(['starts with [MASKED_CREDENTIAL]', 'and goes on']);
    const [, last] = await admin.serverStderr({ params });
    const lines = readEvents(await admin.followServerStderr({ params, query: { after: String(last?.id) } }));
    await admin.disconnectServer({ params });
    expect(await said()).toHaveLength(2);
    await admin.connectServer({ params });
    expect((await lines.next()).value).toMatchObject({ data: { text: 'starts with [MASKED_CREDENTIAL]' } });
    await lines.return(undefined);
    expect(await admin.serverStderr({ params, query: { limit: 1 } })).toMatchObject([
      { text: 'and goes on' },
    ]);
  });

  it('is not there for a server that is not', async () => {
    const { admin } = await startTestHub();
    await expect(admin.serverStderr({ params: { name: 'none' } })).rejects.toMatchObject({
      code: 'SERVER_NOT_FOUND',
    });
  });
});
