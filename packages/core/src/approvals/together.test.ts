import type { Json, ToolResult } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, createTestMasking, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import type { AskedCall } from '../calls/call.ts';
import type { PrincipalId } from '../ids.ts';

const boss = aPrincipal({ id: 'key:boss' as PrincipalId, name: 'boss' });
const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] });
const keep = { whenAsked: 'keep' } as const;

async function setup(options: Parameters<typeof createSmallHub>[0] = {}) {
  const hub = createSmallHub({
    judge: () => ({ decision: 'ask', policy: undefined, reason: 'A rule asks.' }),
    ...options,
  });
  const server = await hub.addServer('files', ['write']);
  const call = (args: Json, others: Partial<AskedCall> = {}) => {
    const asked = { id: 'c1', principal: aPrincipal(), via: 'rest', name: 'files.write' } as const;
    const calling = hub.callTool({ ...asked, arguments: args, ...others });
    calling.catch(() => {});
    return calling;
  };
  return { ...hub, ...server, call, only: hub.firstAsked };
}

describe('the answer of a kept call', () => {
  it('is kept as anybody else would get it: masked, and cut', async () => {
    const masking = createTestMasking({ secrets: ['hunter2-hunter2'] });
    const { call, decide, only, upstream, approvalStore } = await setup({ masking, maxOutputChars: 100 });
    upstream.onCall = () => ({ result: text(`hunter2-hunter2 ${'x'.repeat(1_000)}`) });
    const kept = call({}, keep);
    await settle();
    await decide(only().id, { approved: true }, boss);
    const shown = await kept;
    await settle();
    const { result } = (await approvalStore.find(only().id)) ?? {};
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(result).toEqual(shown);
  });
});
