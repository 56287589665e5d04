import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { addressOf, commandOf, httpServer, slowReconnection, stdioServer } from '../support/fixtures.ts';
import { startHubProcess } from '../support/hub-process.ts';
import { startTestHub } from '../support/test-hub.ts';

const token = 'zq8-stored-token-4711';
const shown = '[MASKED_CREDENTIAL]';

const manifest = `apiVersion: v1
kind: Secret
metadata: {name: db}
data:
  password: aHVudGVyMg==
---
kind: ConfigMap
data: {level: debug}
`;

const scripted = (name: string, result: JsonObject) => ({
  definition: { name, inputSchema: { type: 'object' } },
  result,
});
const text = (value: string): JsonObject => ({ content: [{ type: 'text', text: value }] });

const tools = [
  scripted('login', {
    ...text(`token ${Buffer.from(`user:${token}`).toString('base64')}, password=hunter2!`),
    structuredContent: { password: 'hunter2!', echoed: [token] },
  }),
  scripted('manifest', text(manifest)),
  scripted('tickets', text('see ACME-4711 of bob@example.com')),
  'throw' as const,
];

describe('masking in a hub', () => {
  it('takes secrets out of what tools answer and fail with, over REST and in a program [D-90]', async () => {
    const { admin, hub } = await startTestHub({
      masking: {
        groups: ['security', 'kubernetes'],
        patterns: [{ name: 'ticket', pattern: String.raw`ACME-(\d)\d+`, replacement: 'ACME-$1…' }],
      },
    });
    const upstream = await httpServer({ tools });
    await admin.createServer({ body: { name: 'a', ...addressOf(upstream), bearerToken: token } });
    const execute = async (toolName: string) => admin.executeTool({ body: { toolName } });

    const login = await hub.call('a.login');
    expect(login.content).toEqual([
      {
        type: 'text',
        text: expect.stringMatching(
          /^token .{0,16}\[MASKED_CREDENTIAL\], password=\[MASKED_PASSWORD\]$/,
        ) as string,
      },
    ]);
    expect(login['structuredContent']).toEqual({ password: '[MASKED_PASSWORD]', echoed: [shown] });
    expect((await execute('a.manifest')).text).toBe(
      manifest.replace('\n  password: aHVudGVyMg==', ' "[MASKED_SECRET_DATA]"'),
    );
    expect((await execute('a.tickets')).text).toBe('see ACME-4… of [MASKED_EMAIL]');
    await expect(hub.call('a.throw', { message: `bad ${token}` })).rejects.toThrow(`bad ${shown}`);
  });

  it('counts what it masked by pattern, and lets a server do without', async () => {
    const { admin, hub, url, adminKey } = await startTestHub();
    const upstream = await httpServer({ tools });
    const body = { ...addressOf(upstream), bearerToken: token };
    await admin.createServer({ body: { name: 'a', ...body } });
    await admin.createServer({ body: { name: 'b', ...body, masking: { enabled: false } } });
    expect((await hub.call('b.tickets')).content).toEqual(
      text('see ACME-4711 of bob@example.com')['content'],
    );
    expect((await admin.getServer({ params: { name: 'b' } })).settings.masking).toEqual({ enabled: false });
    await hub.call('a.tickets');
    await hub.call('b.login');
    const metrics = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${adminKey}` } });
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('patchbay_masked'));
    expect(lines).toEqual([
      'patchbay_masked_values_total{pattern="email"} 1',
      'patchbay_masked_values_total{pattern="known_value"} 2',
    ]);
  });

  it('takes stored credentials out of statuses, warnings and the last words of a process', async () => {
    const { admin } = await startTestHub({ mcp: { reconnection: slowReconnection } });
    const other = await httpServer();
    await admin.createServer({ body: { name: 'other', ...addressOf(other), bearerToken: token } });
    const fixture = stdioServer({ exitAtStart: 3, stderr: `Error: ${token} and own-secret-9 are bad` });
    const command = commandOf(fixture);
    const env = { ...command.env, OWN: 'own-secret-9' };
    await admin.createServer({ body: { name: 'a', ...command, env } });
    const { config: _, ...status } = await admin.getServer({ params: { name: 'a' } });
    other.set({ '*': { kind: 'redirect', to: `https://elsewhere.example/${token}` } });
    await admin.disconnectServer({ params: { name: 'other' } });
    await admin.connectServer({ params: { name: 'other' } }).catch(() => {});
    const said = JSON.stringify([
      status,
      (await admin.getServer({ params: { name: 'other' } })).lastError,
      await admin.serversHealth(),
      await admin.health(),
      await admin.doctor(),
    ]);
    expect(said).toContain(`Error: ${shown} and ${shown} are bad`);
    expect(said).toContain(`https://elsewhere.example/${shown}`);
    expect(said).not.toMatch(/stored-token|own-secret/);
  });

  it('takes stored credentials out of the log', async () => {
    const fixture = stdioServer({ exitAtStart: 3, stderr: `Error: bad ${token}` });
    const { command, args, env } = commandOf(fixture);
    const server = { name: 'a', command, args, env: { ...env, TOKEN: token } };
    const folder = createTempDir();
    writeFileSync(join(folder, 'patchbay.yaml'), JSON.stringify({ mcp: { servers: [server] } }));
    const hub = await startHubProcess({
      folder,
      env: { PATCHBAY_LOG_FORMAT: 'json', PATCHBAY_LOG_LEVEL: 'debug' },
      until: '"status":"FAILED"',
    });
    expect(hub.err()).toContain(`Error: bad ${shown}`);
    expect(hub.err()).not.toContain(token);
  });
});
