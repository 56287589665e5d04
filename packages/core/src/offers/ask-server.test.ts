import { fail, type RpcAnswer } from '@patchbay/contracts';
import { createSmallHub } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { Gates } from '../guard/gates.ts';
import type { ServerName } from '../ids.ts';
import { noTracing } from '../tracing/tracing.ts';
import { createAskServer } from './ask-server.ts';

const server = 'one' as ServerName;
const question = { server, method: 'tools/call', params: {} }; // what the server in memory can be made to answer

async function setup() {
  const { connections, addServer, time } = createSmallHub();
  const { upstream } = await addServer('one', []);
  const outcomes: string[] = [];
  const rules = { failuresToOpen: 3, restMs: 10_000, maxRunning: 32, maxWaiting: 64 };
  const askServer = createAskServer({
    tracing: noTracing,
    sharesBaggage: () => false,
    connections,
    gates: new Gates(rules, time.clock),
    clock: time.clock,
    pause: async () => {},
    timeoutOf: () => 60_000,
    interactionMsOf: () => 600_000,
    onAsked: (method, outcome) => void outcomes.push(`${method} ${outcome}`),
  });
  return { askServer, upstream, outcomes };
}

const lost = () => fail('MCP_CONNECTION_FAILED', { serverId: server, reason: 'It died.', phase: 'unknown' });

describe('a question to a server', () => {
  it('is asked again, once, when the connection was lost on the way', async () => {
    const { askServer, upstream, outcomes } = await setup();
    const answers: (() => RpcAnswer)[] = [
      () => {
        throw lost();
      },
      () => ({ result: { ok: 1 } }),
    ];
    upstream.onCall = () => answers.shift()?.() ?? { result: {} };
    expect(await askServer(question)).toEqual({ ok: 1 });
    upstream.onCall = () => {
      throw lost();
    };
    const before = upstream.asked.length;
    await expect(askServer(question)).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    expect(upstream.asked.slice(before).filter((method) => method === 'tools/call')).toHaveLength(2);
    expect(outcomes).toEqual(['tools/call ok', 'tools/call MCP_CONNECTION_FAILED']);
  });

  it('is not asked while its server rests, and a refusal is no failure', async () => {
    const { askServer, upstream } = await setup();
    upstream.onCall = () => ({ error: { code: -32_002, message: 'no', data: { uri: 'x' } } });
    for (let times = 0; times < 4; times += 1)
      await expect(askServer(question)).rejects.toMatchObject({
        code: 'SERVER_REFUSED',
        data: { code: -32_002, reason: 'no', data: { uri: 'x' } },
      });
    upstream.onCall = () => {
      throw lost();
    };
    for (let times = 0; times < 3; times += 1) await expect(askServer(question)).rejects.toBeDefined();
    await expect(askServer(question)).rejects.toMatchObject({ code: 'SERVER_RESTING' });
  });
});
