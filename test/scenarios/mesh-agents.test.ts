import { defineAgent, defineLlmProvider, startAgent, type Agent, type RunningAgent } from '@patchbay/mesh';
import { describeMeshRegistry } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startMeshHub } from '../support/mesh-registry.ts';

// Our SDK with our registry: the same cases that the registry of its tests passes, and agents that live with a hub.

describeMeshRegistry('the hub', async () => {
  const { meshUrl } = await startMeshHub();
  return { port: { url: meshUrl, fetch } };
});

async function start<N, T>(agent: Agent<N, T>, registryUrl: string): Promise<RunningAgent> {
  const running = await startAgent(agent, { registryUrl, host: '127.0.0.1', settleSeconds: 0 });
  onTestFinished(() => running.stop());
  return running;
}

async function call({ url }: RunningAgent, name: string): Promise<string | undefined> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }),
  });
  const { result } = (await response.json()) as { result: { content: { text: string }[] } };
  return result.content[0]?.text;
}

const named = (name: string) => defineAgent(name).tool('name', { run: () => name });
const asking = defineAgent('asking')
  .needs('name', { output: z.string() })
  .tool('ask', { run: (_, mesh) => mesh.name({}) });

describe('agents and a hub', () => {
  it('find each other, and the next provider when one leaves [C-01] [C-20]', async () => {
    const { meshUrl } = await startMeshHub();
    const first = await start(named('first'), meshUrl);
    const consumer = await start(asking, meshUrl);
    expect([await call(consumer, 'ask'), consumer.state]).toEqual(['first', 'healthy']);
    await start(named('second'), meshUrl);
    await first.stop();
    await consumer.beat();
    expect(await call(consumer, 'ask')).toBe('second');
  });

  it('are seen calling each other, though no call goes through the hub', async () => {
    const { meshUrl, admin } = await startMeshHub();
    const provider = await start(named('first'), meshUrl);
    const consumer = await start(asking, meshUrl);
    for (let n = 0; n < 3; n += 1) await call(consumer, 'ask');
    await provider.beat();
    await consumer.beat();
    const { agents, edges, traffic } = await admin.meshGraph();
    expect(agents.map(({ id, status, runtime }) => ({ id, status, runtime }))).toEqual([
      { id: provider.id, status: 'healthy', runtime: 'typescript' },
      { id: consumer.id, status: 'healthy', runtime: 'typescript' },
    ]);
    expect(edges).toMatchObject([{ from: consumer.id, to: provider.id, why: 'the only one' }]);
    const called = { from: consumer.id, fromFunction: 'ask', to: provider.id, toFunction: 'name' };
    expect(traffic).toMatchObject([{ ...called, calls: 3, errors: 0 }]);
    const [explained] = await admin.explainMesh({ query: { agent: consumer.id } });
    expect(explained?.traffic).toEqual(traffic);
  });

  it('need each other for nothing but finding: a hub that stops stops no call [C-05]', async () => {
    const { meshUrl, hub } = await startMeshHub();
    await start(named('first'), meshUrl);
    const consumer = await start(asking, meshUrl);
    await hub.close();
    await consumer.beat();
    expect([await call(consumer, 'ask'), consumer.state]).toEqual(['first', 'degraded']);
  });

  it('share models and tools for them [C-29] [C-30]', async () => {
    const { meshUrl } = await startMeshHub();
    const provider = defineLlmProvider('model', {
      async chat({ messages, tools = [] }) {
        const last = messages.at(-1);
        if (last?.role === 'tool') return `It is called ${String(last.content)}.`;
        expect(tools).toHaveLength(1);
        const call = { id: '1', type: 'function' as const, function: { name: 'name', arguments: '{}' } };
        return { content: null, tool_calls: [call] };
      },
    });
    await start(provider, meshUrl);
    await start(named('ada'), meshUrl);
    const chatting = defineAgent('chatting').tool('chat', {
      llm: { filter: ['name'] },
      run: (_, { llm }) => llm.generate('What is it called?'),
    });
    expect(await call(await start(chatting, meshUrl), 'chat')).toBe('It is called ada.');
  });
});
