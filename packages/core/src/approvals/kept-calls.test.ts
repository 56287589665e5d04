import type { ToolResult } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { AskedCall } from '../calls/call.ts';
import type { PrincipalId } from '../ids.ts';
import { bindingOf, type Approval } from './approval.ts';

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
  const useElsewhere = async (approval: Approval) => {
    const { id, principal } = approval;
    const at = hub.time.clock.now();
    const intent = { id: 'c1', principal: principal.id, via: 'rest', server: 'files', tool: 'write', at };
    await hub.approvalStore.use(bindingOf(approval), intent);
    await hub.approvalStore.finish(id, 'ok', text('theirs'));
  };
  /** Its question is answered while its server cannot be reached. */
  const approveBehind = async (door: 'silent' | 'closed') => {
    await settle();
    server.upstream.door = door;
    server.upstream.kill();
    await settle();
    await hub.decide(hub.firstAsked().id, { approved: true }, boss);
    await settle();
  };
  return { ...hub, ...server, keep, useElsewhere, approveBehind };
}

describe('a kept call that another hub sends', () => {
  it('leaves to that hub what is said about it, and its note', async () => {
    const { keep, firstAsked, approvalStore, useElsewhere, approveBehind, upstream, records } = await setup();
    const kept = keep();
    await approveBehind('silent');
    await useElsewhere({ ...firstAsked(), status: 'APPROVED' });
    upstream.admit();
    await expect(kept).rejects.toMatchObject({ code: 'CALL_DENIED' });
    await settle();
    expect(await approvalStore.find(firstAsked().id)).toMatchObject({
      outcome: 'ok',
      result: text('theirs'),
    });
    expect(records.at(-1)?.trail.isNoted).toBe(false);
  });
});

describe('a kept call that is approved and not yet sent', () => {
  it('stays approved when the hub stops, to be sent after the restart', async () => {
    const { keep, firstAsked, approveBehind, approvals, approvalStore, connections } = await setup();
    const kept = keep();
    await approveBehind('silent');
    approvals.close();
    await connections.close();
    await expect(kept).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    await settle();
    expect(await approvalStore.find(firstAsked().id)).toMatchObject({ status: 'APPROVED' });
  });

  it('is left to other hubs by one that only took it over and cannot send it', async () => {
    const { keep, firstAsked, approveBehind, approvalStore } = await setup({ pollMs: 1_000 });
    void keep();
    await approveBehind('closed');
    await approvalStore.move({ ...firstAsked(), status: 'APPROVED' }, 'WITHDRAWN');
    await expect(keep({ resumes: firstAsked().id })).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    await settle();
    expect(await approvalStore.find(firstAsked().id)).toMatchObject({ status: 'APPROVED' });
  });
});
