import { createClient, type Client } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';
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

describe('a hub that is closed in the middle of a call', () => {
  it('waits a while for the answer, and then tells the caller that it may have run', async () => {
    const upstream = await httpServer();
    const { hub, admin } = await startTestHub();
    await admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
    const endless = admin.executeTool({ body: { toolName: 'one.slow', arguments: { ms: 600_000 } } });
    endless.catch(() => {}); // awaited below
    await upstream.saw('tools/call', 1);
    await hub.close();
    await expect(endless).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', status: 502 });
  });
});
