import { createClient } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { commandOf, httpServer, sseServer, stdioServer } from '../support/fixtures.ts';
import { startHubProcess, readKeyFile } from '../support/hub-process.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

const params = { name: 'one' };
const versions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** Each of them, registered by its fixture and ready to be called. */
const transports = {
  STDIO: async () => commandOf(stdioServer()),
  SSE: async () => ({ transport: 'SSE', url: (await sseServer()).url }),
  STREAMABLE_HTTP: async () => ({ transport: 'STREAMABLE_HTTP', url: (await httpServer()).url }),
};

describe('a server over each transport', () => {
  it.each(Object.entries(transports))(
    'offers tools, resources and prompts, and is called: %s [A-05] [A-58] [B-01] [B-10]',
    async (_, start) => {
      const { admin } = await startTestHub();
      await admin.createServer({ body: { name: 'one', ...(await start()) } });
      const { tools, resources, resourceTemplates, prompts, serverInfo } = await admin.serverCapabilities({
        params,
      });
      expect([tools, resources, resourceTemplates, prompts].map((list) => list.length)).toEqual([
        10, 2, 2, 2,
      ]);
      expect(serverInfo).toEqual({ name: 'fixture', version: '1.0.0' });
      const body = { serverId: 'one', toolName: 'add', arguments: { a: 2, b: 3 } };
      expect(await admin.executeTool({ body })).toMatchObject({
        content: [{ type: 'text', text: '5' }],
        isError: false,
      });
    },
  );

  it.each(versions)('connects by HTTP to a server of %s [A-05]', async (version) => {
    const { admin } = await startTestHub();
    const { url } = await httpServer({ version });
    const created = await admin.createServer({
      body: { name: 'one', transportType: 'HTTP', config: { url } },
    });
    expect(created).toMatchObject({
      status: 'CONNECTED',
      session: { protocolVersion: version, state: 'ACTIVE' },
    });
  });

  it('has empty lists for what it does not offer, and no error [B-12]', async () => {
    const { admin } = await startTestHub();
    const { url } = await httpServer({ capabilities: ['tools'], tools: ['echo'] });
    await admin.createServer({ body: { name: 'one', transport: 'http', url } });
    const offered = await admin.serverCapabilities({ params });
    expect(offered).toMatchObject({ resources: [], prompts: [], tools: [{ name: 'echo' }] });
    expect(await admin.getServer({ params })).toMatchObject({ status: 'CONNECTED', syncStatus: 'SYNCED' });
  });
});

describe('credentials on the way to a server', () => {
  it.each(['http', 'sse'])('go with every request over %s [D-14]', async (transport) => {
    const { admin } = await startTestHub();
    const upstream = transport === 'sse' ? await sseServer() : await httpServer();
    const headers = { 'X-Team': 'platform' };
    await admin.createServer({
      body: { name: 'one', transport, url: upstream.url, bearerToken: 't-0001', headers },
    });
    await admin.executeTool({ body: { toolName: 'one.echo', arguments: { message: 'hi' } } });
    const sent = upstream.requests.map((request) => [
      request.headers?.['authorization'],
      request.headers?.['x-team'],
    ]);
    expect(new Set(sent.map(String))).toEqual(new Set(['Bearer t-0001,platform']));
  });

  it.each(['http', 'sse'])(
    'stay at home when the certificate is bad, unless told otherwise: %s [D-14]',
    async (transport) => {
      const { admin } = await startTestHub();
      const isSse = transport === 'sse';
      const upstream = isSse ? await sseServer({ tls: true }) : await httpServer({ tls: true });
      const body = { name: 'one', transport, url: upstream.url, bearerToken: 't-0001' };
      expect(await admin.createServer({ body })).toMatchObject({
        status: 'FAILED',
        statusReason: expect.stringContaining('its certificate is self-signed') as string,
      });
      expect(upstream.requests).toEqual([]);
      const trusting = await admin.putServer({ params, body: { verifySsl: false } });
      expect(trusting.config).toMatchObject({ verifySsl: false });
      expect(await admin.connectServer({ params })).toMatchObject({ status: 'CONNECTED' });
    },
  );

  it('wait no longer than the server is given [D-14]', async () => {
    const { admin } = await startTestHub();
    const { url } = await httpServer();
    const body = { name: 'one', transport: 'http', url, timeouts: { callMs: 50 } };
    expect(await admin.createServer({ body })).toMatchObject({ settings: { timeouts: { callMs: 50 } } });
    await expect(
      admin.executeTool({ body: { toolName: 'one.slow', arguments: { ms: 600_000 } } }),
    ).rejects.toMatchObject({ code: 'MCP_TIMEOUT', status: 504 });
  });
});

async function environmentOf(
  { admin }: Pick<TestHub, 'admin'>,
  body: object,
): Promise<Record<string, string>> {
  await admin.putServer({ params, body: { ...body } });
  const { text } = await admin.executeTool({ body: { toolName: 'one.env' } });
  return JSON.parse(text) as Record<string, string>;
}

describe('the environment of a command', () => {
  it('is harmless and declared, or all of the hub but its secrets when asked for [D-12]', async () => {
    const program = stdioServer({ env: { LEVEL: 'debug' } });
    const env = { PATCHBAY_LOG_LEVEL: 'warn', ENCRYPTION_MASTER_PASSWORD: 'correct horse', TEAM: 'platform' };
    const { url = '', folder } = await startHubProcess({ env });
    const admin = createClient({ url, key: readKeyFile(folder).key });
    const plain = await environmentOf({ admin }, commandOf(program));
    expect(plain).toMatchObject({ LEVEL: 'debug', PATH: expect.any(String) as string });
    expect(plain).not.toHaveProperty('TEAM');
    const whole = await environmentOf({ admin }, { inheritEnv: true });
    expect(whole).toMatchObject({ LEVEL: 'debug', TEAM: 'platform' });
    expect(Object.keys(whole).filter((name) => /PATCHBAY|ENCRYPTION/.test(name))).toEqual([]);
  });
});
