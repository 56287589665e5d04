import type { JsonObject, ToolResult } from '@patchbay/contracts';
import { aPrincipal, createManualTime, createRecordingLog, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { CallCancellation } from '../calls/cancellation.ts';
import { openLocalLink } from './local-link.ts';
import type { LocalCall, LocalTool } from './local-tool.ts';

const origin = { id: 'c', principal: aPrincipal(), via: 'rest' } as const;
const call = { method: 'tools/call', params: { name: 'x', arguments: {} }, timeoutMs: 1_000, origin };

/** A link to one tool, `x`, which answers when it is told to. */
function setup() {
  const time = createManualTime();
  const log = createRecordingLog();
  const begun: LocalCall[] = [];
  const answer = Promise.withResolvers<ToolResult>();
  const tool: LocalTool = {
    definition: { name: 'x' },
    run: (_, local) => {
      begun.push(local);
      return answer.promise;
    },
  };
  const link = openLocalLink({ tools: new Map([['x', tool]]), timers: time.timers, log });
  return { time, log, begun, answer, link };
}

describe('a link to the tools of the program', () => {
  it('lists and calls them, passes on how far they are, and leaves no timer behind', async () => {
    const { link, begun, answer, time } = setup();
    const heard: JsonObject[] = [];
    expect(await link.request({ method: 'tools/list', timeoutMs: 1 })).toEqual({
      result: { tools: [{ name: 'x' }] },
    });
    const calling = link.request({ ...call, onProgress: (params) => void heard.push(params) });
    begun[0]?.progress({ progress: 1, total: 2, message: 'half' });
    answer.resolve({ content: [] });
    expect(await calling).toEqual({ result: { content: [] } });
    expect([heard, time.waiting()]).toEqual([[{ progress: 1, total: 2, message: 'half' }], 0]);
    expect(begun).toMatchObject([origin]);
  });

  it('knows no other method and no tool that was taken away', async () => {
    const { link } = setup();
    expect(await link.request({ method: 'prompts/list', timeoutMs: 1 })).toMatchObject({
      error: { code: -32_601 },
    });
    expect(await link.request({ ...call, params: { name: 'gone' } })).toMatchObject({
      error: { code: -32_602 },
    });
  });

  it.each([
    ['the caller gave up', 'CALL_CANCELLED'],
    ['its time is over', 'MCP_TIMEOUT'],
    ['the hub stops', 'MCP_CONNECTION_FAILED'],
  ] as const)('ends a call when %s, and tells the tool', async (_, code) => {
    const { link, begun, answer, time, log } = setup();
    const signal = new CallCancellation();
    const ending = link.request({ ...call, signal }).catch((error: unknown) => error);
    if (code === 'CALL_CANCELLED') signal.abort();
    else await (code === 'MCP_TIMEOUT' ? time.pass(1_000) : link.close());
    expect(await ending).toMatchObject({ code });
    expect([begun[0]?.signal.aborted, time.waiting()]).toEqual([true, 0]);
    answer.reject(new Error('too late')); // nobody listens, and nothing breaks
    await settle();
    expect(log.lines).toMatchObject([{ event: 'local-tool.failed' }]);
  });

  it('begins nothing for a caller who is gone, or once it is closed', async () => {
    const { link, begun } = setup();
    const signal = new CallCancellation();
    signal.abort();
    await expect(link.request({ ...call, signal })).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await link.close();
    expect(await link.ended).toMatchObject({ isOurs: true });
    await expect(link.request(call)).rejects.toMatchObject({ data: { phase: 'not-sent' } });
    expect(begun).toEqual([]);
  });
});
