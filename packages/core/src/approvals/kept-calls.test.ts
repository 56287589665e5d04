import type { ToolResult } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { AskedCall } from '../calls/call.ts';
import type { PrincipalId } from '../ids.ts';
import type { Approval } from './approval.ts';

const boss = aPrincipal({ id: 'key:boss' as PrincipalId, name: 'boss' });
const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] });

async function setup(options: Parameters<typeof createSmallHub>[0] = {}) {
  const hub = createSmallHub({
    judge: () => ({ decision: 'ask', policy: undefined, reason: 'A rule asks.' }),
    ...options,
  });
  const server = await hub.addServer('files', ['write']);
  const asked = { id: 'c1', principal: aPrincipal(), via: 'rest', name: 'files.write' } as const;
  const keep = (others: Partial<AskedCall> = {}) => {
    const calling = hub.callTool({ ...asked, arguments: {}, whenAsked: 'keep', ...others });
    calling.catch(() => {});
    return calling;
  };
  /** As another hub did it. */
  const useElsewhere = async ({ id, principal, serverId, serverRevision, toolDigest, args }: Approval) => {
    const about = { id, serverId, serverRevision, toolDigest, principal: principal.id };
    const at = hub.time.clock.now();
    const intent = { id: 'c1', principal: principal.id, via: 'rest', server: 'files', tool: 'write', at };
    await hub.approvalStore.use({ ...about, argsDigest: args.digest }, intent);
    await hub.approvalStore.finish(id, 'ok', text('theirs'));
  };
  return { ...hub, ...server, keep, useElsewhere, only: hub.firstAsked };
}

describe('a kept call that another hub sends', () => {
  it('leaves to that hub what is said about it, and its note', async () => {
    const { keep, only, decide, approvalStore, useElsewhere, upstream, records } = await setup();
    const kept = keep();
    await settle();
    upstream.door = 'silent';
    upstream.kill();
    await settle();
    await decide(only().id, { approved: true }, boss);
    await settle();
    await useElsewhere({ ...only(), status: 'APPROVED' });
    upstream.admit();
    await expect(kept).rejects.toMatchObject({ code: 'CALL_DENIED' });
    await settle();
    expect(await approvalStore.find(only().id)).toMatchObject({ outcome: 'ok', result: text('theirs') });
    expect(records.at(-1)?.trail.isNoted).toBe(false);
  });
});

describe('a kept call that is approved and not yet sent', () => {
  it('stays approved when the hub stops, to be sent after the restart', async () => {
    const { keep, only, decide, approvals, approvalStore, upstream, connections } = await setup();
    const kept = keep();
    await settle();
    upstream.door = 'silent';
    upstream.kill();
    await settle();
    await decide(only().id, { approved: true }, boss);
    await settle();
    approvals.close();
    await connections.close();
    await expect(kept).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    await settle();
    expect(await approvalStore.find(only().id)).toMatchObject({ status: 'APPROVED' });
  });

  it('is left to other hubs by one that only took it over and cannot send it', async () => {
    const { keep, only, decide, approvalStore, upstream } = await setup({ pollMs: 1_000 });
    void keep();
    await settle();
    upstream.door = 'closed';
    upstream.kill();
    await settle();
    await decide(only().id, { approved: true }, boss);
    await settle();
    await approvalStore.move({ ...only(), status: 'APPROVED' }, 'WITHDRAWN');
    await expect(keep({ resumes: only().id })).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    await settle();
    expect(await approvalStore.find(only().id)).toMatchObject({ status: 'APPROVED' });
  });
});
