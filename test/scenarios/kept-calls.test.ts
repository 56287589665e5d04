import { createClient } from '@patchbay/client';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { startAskingHub, type AskingHub } from '../support/asking-hub.ts';
import { addressOf, eventually, httpServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { startTestHub } from '../support/test-hub.ts';

const onDisk = () => ({ database: 'sqlite', dataDir: createTempDir() }) as const;

describe('a call that a hub kept when it was stopped', () => {
  /** The question and the answer in the next hub on the same folder. */
  async function restart({ hub }: AskingHub, config: Parameters<typeof startTestHub>[0]) {
    await hub.close();
    return startTestHub(config);
  }

  it('waits on, and runs once it is approved', async () => {
    const config = onDisk();
    const before = await startAskingHub(config);
    const id = await before.want({ path: 'a' });
    const { admin } = await restart(before, config);
    expect(await admin.approveCall({ params: { id }, body: {} })).toMatchObject({ status: 'APPROVED' });
    await eventually(async () => (await admin.getApproval({ params: { id } })).outcome).toBe('ok');
    expect(before.sent()).toEqual(['{"path":"a"}']);
  });

  it('is taken back if a rule forbids it now: nobody is asked about what cannot run', async () => {
    const config = onDisk();
    const before = await startAskingHub(config);
    const id = await before.want({ path: 'a' });
    const deny = { server: 'files', tool: 'write', policy: 'ALWAYS_DENY' } as const;
    const { admin } = await restart(before, { ...config, policies: [deny] });
    await eventually(async () => (await admin.getApproval({ params: { id } })).status).toBe('WITHDRAWN');
    expect(await admin.getApproval({ params: { id } })).toMatchObject({ outcome: 'CALL_DENIED' });
    expect(before.sent()).toEqual([]);
  });

  it('does not run when the key of its caller was revoked', async () => {
    const config = onDisk();
    const before = await startAskingHub(config);
    const asker = await before.keyed('asker', ['operator']);
    const id = await before.want({ path: 'a' }, asker);
    const key = (await before.admin.listKeys()).find(({ name }) => name === 'asker');
    await before.admin.revokeKey({ params: { id: key?.id ?? '' } });
    const { admin } = await restart(before, config);
    await admin.approveCall({ params: { id }, body: {} });
    await eventually(async () => (await admin.getApproval({ params: { id } })).outcome).toBe('CALL_DENIED');
    expect(before.sent()).toEqual([]);
  });
});

describe('a kept call that was on its way when the hub was killed', () => {
  const adminOf = ({ url, folder }: HubProcess) =>
    createClient({ url: url ?? '', key: readKeyFile(folder).key });

  it('is not sent again, and its approval says that nobody knows what became of it', async () => {
    const upstream = await httpServer();
    const first = await startHubProcess();
    const admin = adminOf(first);
    await admin.createServer({ body: { name: 'files', ...addressOf(upstream) } });
    await admin.putPolicy({ body: { serverId: 'files', toolName: '*', policy: 'ASK_USER' } });
    const { approvalId: id = '' } = await admin.executeTool({
      body: { toolName: 'files.slow', arguments: { ms: 600_000 } },
      headers: { Prefer: 'respond-async' },
    });
    await admin.approveCall({ params: { id }, body: {} });
    await upstream.saw('tools/call', 1);
    await first.stop('SIGKILL');
    const later = adminOf(await startHubProcess({ folder: first.folder }));
    expect(await later.getApproval({ params: { id } })).toMatchObject({
      status: 'USED',
      outcome: 'OUTCOME_UNKNOWN',
    });
    expect(upstream.requests.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });
});
