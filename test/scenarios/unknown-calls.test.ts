import { createClient, type Client } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess, type HubProcess } from '../support/hub-process.ts';

const adminOf = ({ url, folder }: HubProcess): Client =>
  createClient({ url: url ?? '', key: readKeyFile(folder).key });

describe('a hub that is killed in the middle of a call', () => {
  it('says at the next start which calls may have run, until somebody has looked', async () => {
    const upstream = await httpServer();
    const first = await startHubProcess();
    await adminOf(first).createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const slow = { toolName: 'one.slow', arguments: { ms: 600_000 } };
    adminOf(first)
      .executeTool({ body: slow })
      .catch(() => {}); // nobody is left to answer
    await upstream.saw('tools/call', 1);
    await first.stop('SIGKILL');

    const admin = adminOf(await startHubProcess({ folder: first.folder }));
    const unknown = await admin.listUnknownCalls();
    expect(unknown).toMatchObject([{ serverId: 'one', toolName: 'slow', via: 'rest' }]);
    const [{ id } = { id: '' }] = unknown;
    await admin.dismissUnknownCall({ params: { id } });
    expect(await admin.listUnknownCalls()).toEqual([]);
    await expect(admin.dismissUnknownCall({ params: { id } })).rejects.toMatchObject({
      code: 'CALL_NOT_FOUND',
    });
  });
});
