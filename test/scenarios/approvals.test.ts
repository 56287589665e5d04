import { createClient, type Client } from '@patchbay/client';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAskingHub, writing } from '../support/asking-hub.ts';
import { addressOf, eventually, httpServer } from '../support/fixtures.ts';
import { readKeyFile, startHubProcess, type HubProcess } from '../support/hub-process.ts';

const call = { body: { toolName: 'files.write', arguments: { path: 'a' } } };

const waiting = async (admin: Client) => (await admin.listApprovals())[0];

/** The id of the one that waits, as soon as it does. */
async function oneThatWaits(admin: Client): Promise<string> {
  await eventually(() => waiting(admin)).toBeDefined();
  return (await waiting(admin))?.id ?? '';
}

describe('a REST call about which somebody must be asked', () => {
  it('waits for the decision and answers with the result [B-30] [B-33]', async () => {
    const { admin, sent } = await startAskingHub();
    const calling = admin.executeTool(call);
    const id = await oneThatWaits(admin);
    expect(sent()).toEqual([]);
    const body = { approved: true };
    expect(await admin.answerApproval({ params: { id }, body })).toMatchObject({ status: 'APPROVED' });
    expect(await calling).toMatchObject({ isError: false, text: '{"path":"a"}' });
    expect(sent()).toEqual(['{"path":"a"}']);
  });

  it('that is refused is a 403 with the reason, and never reaches the server [B-33] [B-34]', async () => {
    const { admin, sent } = await startAskingHub();
    const calling = admin.executeTool(call);
    const params = { id: await oneThatWaits(admin) };
    await admin.rejectCall({ params, body: { reason: 'not today' } });
    await expect(calling).rejects.toMatchObject({ code: 'CALL_DENIED', status: 403 });
    await expect(calling).rejects.toThrow('not today');
    await expect(admin.answerApproval({ params, body: { approved: true } })).rejects.toMatchObject({
      status: 409,
    });
    expect(sent()).toEqual([]);
  });

  it('says 404 for what nobody asked, and 408 for what nobody answered [B-33]', async () => {
    const { admin, want } = await startAskingHub({ approvals: { timeoutMs: 1 } });
    const approve = (id: string) => admin.answerApproval({ params: { id }, body: { approved: true } });
    await expect(approve('none')).rejects.toMatchObject({ code: 'APPROVAL_NOT_FOUND', status: 404 });
    const id = await want({ path: 'a' });
    await eventually(async () => (await admin.getApproval({ params: { id } })).status).toBe('EXPIRED');
    await expect(approve(id)).rejects.toMatchObject({ code: 'APPROVAL_EXPIRED', status: 408 });
  });

  it('with respond-async answers 202, runs once it is approved, and keeps its answer', async () => {
    const { url, adminKey, admin, sent } = await startAskingHub();
    const answer = await fetch(`${url}/api/mcp/tools/execute`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${adminKey}`,
        'Content-Type': 'application/json',
        Prefer: 'respond-async',
      },
      body: JSON.stringify(call.body),
    });
    const { approvalId: id } = (await answer.json()) as { approvalId: string };
    expect([answer.status, answer.headers.get('location')]).toEqual([202, `/api/approvals/${id}`]);
    await admin.approveCall({ params: { id }, body: {} });
    await eventually(async () => (await admin.getApproval({ params: { id } })).outcome).toBe('ok');
    expect((await admin.getApproval({ params: { id } })).result).toMatchObject({
      content: [{ type: 'text', text: '{"path":"a"}' }],
    });
    expect(sent()).toEqual(['{"path":"a"}']);
  });

  it('with respond-async keeps its answer as its caller would have got it: masked', async () => {
    const { admin, want } = await startAskingHub();
    const id = await want({ note: 'password=hunter2-hunter2' });
    await admin.approveCall({ params: { id }, body: {} });
    await eventually(async () => (await admin.getApproval({ params: { id } })).outcome).toBe('ok');
    const { result } = await admin.getApproval({ params: { id } });
    expect(JSON.stringify(result)).toContain('[MASKED_PASSWORD]');
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('is shown to approvers and to who asked, and its answer only to who asked', async () => {
    const { keyed, want, admin } = await startAskingHub();
    const [asker, other, boss] = await Promise.all([
      keyed('asker', ['operator']),
      keyed('other', ['operator']),
      keyed('boss', ['approver']),
    ]);
    const id = await want({ path: 'a' }, asker);
    const params = { id };
    expect(await other.listApprovals()).toEqual([]);
    await expect(other.getApproval({ params })).rejects.toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
    await expect(other.withdrawApproval({ params })).rejects.toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
    await expect(asker.approveCall({ params, body: {} })).rejects.toMatchObject({ status: 403 });
    await boss.approveCall({ params, body: {} });
    await eventually(async () => (await asker.getApproval({ params })).outcome).toBe('ok');
    expect((await asker.getApproval({ params })).result).toBeDefined();
    expect((await admin.getApproval({ params })).result).toBeUndefined();
  });

  it('can be remembered: the same call runs by itself then, and no other', async () => {
    const { admin, want, sent } = await startAskingHub();
    const id = await want({ path: 'a', content: 'x'.repeat(300) });
    const { suggestedPolicy } = await admin.getApproval({ params: { id } });
    expect(suggestedPolicy).toMatchObject({ toolName: 'write', arguments: { path: 'a' } });
    const { remembered } = await admin.approveCall({ params: { id }, body: { remember: true } });
    expect(remembered).toMatchObject({ policy: 'ALWAYS_ALLOW', arguments: { path: 'a' } });
    expect(await admin.executeTool(call)).toMatchObject({ isError: false });
    await want({ path: 'b' });
    expect(sent().filter((args) => !args.includes('x'))).toEqual(['{"path":"a"}']);
  });

  it('with long arguments does not keep approvers from seeing the others', async () => {
    const { admin, want } = await startAskingHub();
    const long = { path: 'x'.repeat(20_000) };
    const [id] = [await want(long), await want({ path: 'a' })];
    expect(await admin.listApprovals()).toMatchObject([{ arguments: { path: 'a' } }, { arguments: null }]);
    expect(await admin.getApproval({ params: { id } })).toMatchObject({ arguments: long });
    const longer = want({ path: 'x'.repeat(1_000_000) });
    await expect(longer).rejects.toMatchObject({ code: 'CALL_DENIED', status: 403 });
  });

  it('is told of on the stream of events', async () => {
    const { want, admin, hub } = await startAskingHub();
    const stream = (await admin.events({ query: { after: 0 } as never })).text();
    const id = await want({ path: 'a' });
    await admin.rejectCall({ params: { id }, body: {} });
    await hub.close();
    const told = await stream;
    expect(told).toContain(`event: approval.requested\ndata: {"id":"${id}"`);
    expect(told).toContain(`event: approval.ended\ndata: {"id":"${id}","status":"REJECTED"`);
  });
});

describe('an MCP client whose call must be approved', () => {
  it('is told what it waits for, and the same call runs after that', async () => {
    const { admin, url, adminKey, sent } = await startAskingHub();
    const client = new McpClient({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${adminKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    onTestFinished(() => client.close());
    const same = { name: 'files__write', arguments: { path: 'a' } };
    const waits = await client.callTool(same);
    const [{ id } = { id: '' }] = await admin.listApprovals();
    expect(waits).toMatchObject({ isError: true, _meta: { 'patchbay/approval': { approvalId: id } } });
    expect(JSON.stringify(waits.content)).toContain(id);
    await admin.approveCall({ params: { id }, body: {} });
    expect(await client.callTool(same)).toMatchObject({ content: [{ text: '{"path":"a"}' }] });
    expect(await client.callTool(same)).toMatchObject({ isError: true });
    expect(sent()).toEqual(['{"path":"a"}']);
  });
});

describe('a question in a hub that is killed', () => {
  const adminOf = ({ url, folder }: HubProcess): Client =>
    createClient({ url: url ?? '', key: readKeyFile(folder).key });

  it('is there after the restart, and its call runs once it is approved', async () => {
    const upstream = await httpServer({ tools: [writing] });
    const first = await startHubProcess({ folder: createTempDir() });
    const admin = adminOf(first);
    await admin.createServer({ body: { name: 'files', ...addressOf(upstream) } });
    await admin.putPolicy({ body: { serverId: 'files', toolName: '*', policy: 'ASK_USER' } });
    const { approvalId: id = '' } = await admin.executeTool({
      ...call,
      headers: { Prefer: 'respond-async' },
    });
    await first.stop('SIGKILL');

    const later = adminOf(await startHubProcess({ folder: first.folder }));
    expect(await later.listApprovals()).toMatchObject([
      { id, status: 'PENDING', argumentsText: '{"path":"a"}' },
    ]);
    await later.approveCall({ params: { id }, body: {} });
    await eventually(async () => (await later.getApproval({ params: { id } })).outcome).toBe('ok');
    await upstream.saw('tools/call', 1);
    expect(upstream.requests.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });
});
