import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { commandOf, eventually, httpServer, sseServer, stdioServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess, type HubProcess } from '../support/hub-process.ts';

function writeConfig(folder: string, config: object): void {
  writeFileSync(join(folder, 'patchbay.yaml'), JSON.stringify(config)); // JSON is YAML
}

function clientOf({ url, folder }: HubProcess): Client {
  return createClient({ url: url ?? '', key: readKeyFile(folder).key });
}

const statusOf = (admin: Client, name: string) =>
  eventually(async () => (await admin.getServer({ params: { name } })).status);

describe('servers in the file', () => {
  it('are registered and connected at the start, by the transport that they imply [A-22] [A-34]', async () => {
    const folder = createTempDir();
    const [old, modern, program] = [
      await sseServer(),
      await httpServer(),
      stdioServer({ env: { LEVEL: 'debug' } }),
    ];
    const servers = [
      { name: 'old', url: old.url },
      { name: 'modern', transport: 'http', url: modern.url, description: 'The new one' },
      { name: 'program', ...commandOf(program) },
      { name: 'later', url: 'http://127.0.0.1:1', 'auto-connect': false },
      { name: '', url: 'http://127.0.0.1:1' },
    ];
    writeConfig(folder, { mcp: { servers } });
    const admin = clientOf(await startHubProcess({ folder }));
    for (const name of ['old', 'modern', 'program']) await statusOf(admin, name).toBe('CONNECTED');
    const found = await admin.listServers();
    expect(
      found.map(({ name, transportType, status, source }) => [name, transportType, status, source]),
    ).toEqual([
      ['later', 'SSE', 'PENDING', 'file'],
      ['modern', 'HTTP', 'CONNECTED', 'file'],
      ['old', 'SSE', 'CONNECTED', 'file'],
      ['program', 'STDIO', 'CONNECTED', 'file'],
    ]);
    expect(await admin.executeTool({ body: { toolName: 'program.env' } })).toMatchObject({
      text: expect.stringContaining('"LEVEL":"debug"') as string,
    });
  });

  it('do not overwrite what was changed since, and leave what was removed to come back [A-35]', async () => {
    const folder = createTempDir();
    const [file, rest] = [await httpServer({ tools: ['echo'] }), await httpServer({ tools: ['add'] })];
    const servers = [{ name: 'one', transport: 'http', url: file.url }, { name: ' ' }];
    writeConfig(folder, { mcp: { servers } });
    const first = await startHubProcess({ folder });
    const params = { name: 'one' };
    await clientOf(first).putServer({ params, body: { url: rest.url, title: 'Mine' } });
    await first.stop();

    const second = await startHubProcess({ folder });
    await statusOf(clientOf(second), 'one').toBe('CONNECTED');
    expect(await clientOf(second).listServers()).toMatchObject([
      { name: 'one', title: 'Mine', baseUrl: rest.url, source: 'file' },
    ]);
    await clientOf(second).deleteServer({ params });
    await second.stop();
    const third = await startHubProcess({ folder });
    expect(await clientOf(third).listServers()).toMatchObject([
      { name: 'one', title: null, baseUrl: file.url },
    ]);
  });
});
