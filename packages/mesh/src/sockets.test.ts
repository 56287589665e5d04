import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMCPClient } from '@ai-sdk/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineAgent, type Agent } from './define-agent.ts';
import { CallScopes } from './propagation/call-scope.ts';
import { ProxyCache } from './proxies/proxy-cache.ts';
import { Traffic } from './proxies/traffic.ts';
import { listenHttp } from './server/listen-http.ts';
import { startAgent, type RunningAgent } from './start-agent.ts';
import type { StartOptions } from './start-options.ts';
import { FakeRegistry } from './testing/index.ts';
import { systemWorld } from './world.ts';

const local = { host: '127.0.0.1', port: 0 };

async function startRegistry(port = 0) {
  const registry = new FakeRegistry();
  const listening = await listenHttp((request) => registry.answer(request), { ...local, port });
  onTestFinished(() => listening.close().catch(() => {}));
  return { registry, ...listening, url: `http://127.0.0.1:${String(listening.port)}` };
}

async function start<N, T>(agent: Agent<N, T>, options: StartOptions): Promise<RunningAgent> {
  const running = await startAgent(agent, { ...local, settleSeconds: 0, ...options });
  onTestFinished(() => running.stop());
  return running;
}

const named = (value: string) => defineAgent(value).tool('name', { run: () => `${value} ${value}` });
const asking = defineAgent('asking')
  .needs('one', { capability: 'name', output: z.string() })
  .needs('two', { capability: 'name', output: z.string() })
  .tool('ask', { run: async (_, mesh) => [await mesh.one({}), await mesh.two({})] });

async function ask(url: string, id: number): Promise<unknown> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'ask' } }),
  });
  const { result } = (await response.json()) as { result: { content: { text: string }[] } };
  return JSON.parse(result.content[0]?.text ?? '');
}

describe('over real sockets', () => {
  it('a thousand calls while providers are switched see one or the other, never a mixture [C-04]', async () => {
    const { url: registryUrl, registry } = await startRegistry();
    const providers = [await start(named('a'), { registryUrl }), await start(named('b'), { registryUrl })];
    const consumer = await start(asking, { registryUrl });
    const answers: Promise<unknown>[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 50; n += 1) answers.push(ask(consumer.url, answers.length));
      const [leaving, coming] = round % 2 ? providers.toReversed() : providers;
      await coming?.beat();
      registry.lose(leaving?.id ?? '');
      await consumer.beat();
    }
    const seen = (await Promise.all(answers)).map((answer) => JSON.stringify(answer));
    expect(seen).toHaveLength(1_000);
    expect(new Set(seen)).toEqual(new Set(['["a a","a a"]', '["b b","b b"]']));
  });

  it('agents live on when the registry stops, and find it again when it is started anew [C-05]', async () => {
    const first = await startRegistry();
    const provider = await start(named('a'), { registryUrl: first.url });
    const consumer = await start(asking, { registryUrl: first.url });
    await first.close();
    for (const agent of [provider, consumer]) await agent.beat();
    expect(await ask(consumer.url, 1)).toEqual(['a a', 'a a']);
    expect([provider.state, consumer.state]).toEqual(['degraded', 'degraded']);
    const second = await startRegistry(first.port);
    for (const agent of [provider, consumer]) await agent.beat();
    expect(second.registry.healthy).toEqual([provider.id, consumer.id]);
    expect([provider.state, consumer.state]).toEqual(['healthy', 'healthy']);
    expect(await ask(consumer.url, 2)).toEqual(['a a', 'a a']);
  });

  it('two tools of one agent share a connection [C-28]', async () => {
    let sockets = 0;
    const server = createServer((request, response) => {
      request
        .resume()
        .on('end', () => response.setHeader('content-type', 'application/json').end(answerTo()));
    }).on('connection', () => (sockets += 1));
    const ids: string[] = [];
    const answerTo = (): string =>
      JSON.stringify({ jsonrpc: '2.0', id: ids.at(-1), result: { content: [{ type: 'text', text: 'ok' }] } });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => server.close().closeAllConnections());
    const chance = { uuid: () => String(ids.push(String(ids.length)) - 1), fraction: () => 0 };
    const proxies = new ProxyCache({
      world: { ...systemWorld, chance },
      scopes: new CallScopes(),
      traffic: new Traffic(),
    });
    const endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    for (const name of 'xyxyxyxyxy')
      expect(await proxies.getOrCreate(endpoint, name).call({}, { timeoutMs: 5_000 })).toMatchObject({
        content: [{ text: 'ok' }],
      });
    expect(sockets).toBeLessThan(3); // a second one only while the first is being given back
  });

  it('a stop tells the registry, finishes what runs and closes the door', async () => {
    const { url: registryUrl, registry } = await startRegistry();
    const gate = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const slow = defineAgent('slow').tool('ask', {
      run: () => (started.resolve(), gate.promise),
    });
    const running = await start(slow, { registryUrl });
    const answer = ask(running.url, 1);
    await started.promise;
    const stopped = running.stop();
    gate.resolve('"finished"');
    expect(await answer).toBe('finished');
    await stopped;
    expect(registry.healthy).toEqual([]);
    await expect(fetch(`${running.url}/livez`)).rejects.toThrow('fetch failed');
  });

  it('an agent that is a program of its own leaves in order when it is told to end', async () => {
    const { url: registryUrl, registry } = await startRegistry();
    const code = `
      import { defineAgent, runAgent } from '@patchbay/mesh';
      const onNews = ({ kind }) => console.log(kind);
      await runAgent(defineAgent('alone').tool('x', { run: () => 1 }), { registryUrl: '${registryUrl}', host: 'localhost', onNews });
      console.log('left');`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code]);
    const said: string[] = [];
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      if (said.push(chunk.toString().trim()) === 1) child.kill('SIGTERM'); // told twice, it would end at once
    }
    expect(said.join('\n').split('\n')).toEqual(['agent_registered', 'shutdown', 'left']);
    expect(registry.healthy).toEqual([]);
  });

  it('a body without end is refused before it hurts', async () => {
    const { url: registryUrl } = await startRegistry();
    const { url } = await start(named('a'), { registryUrl });
    const post = (body: string) =>
      fetch(`${url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect((await post('['.repeat(100_000))).status).toBe(400);
    expect((await post('x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const)('the official client in mode %s', (mode, version) => {
  it('speaks with an agent [C-22]', async () => {
    const { url: registryUrl } = await startRegistry();
    const agent = defineAgent('tools', { version: '3.0.0' })
      .tool('add', {
        description: 'Adds.',
        input: z.object({ a: z.number(), b: z.number() }),
        output: z.object({ sum: z.number() }),
        run: ({ a, b }) => ({ sum: a + b }),
      })
      .tool('count', {
        async *run() {
          yield 'one';
          yield 'two';
        },
      });
    const { url } = await start(agent, { registryUrl });
    const client = new Client({ name: 'peer', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    onTestFinished(() => client.close());
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toEqual({ name: 'tools', version: '3.0.0' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['add', 'count']);
    const { structuredContent } = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
    expect(structuredContent).toEqual({ sum: 3 });
    const pieces: unknown[] = [];
    const { content } = await client.callTool(
      { name: 'count' },
      { onprogress: ({ message }) => void pieces.push(message) },
    );
    expect([pieces, content]).toEqual([['one', 'two'], [{ type: 'text', text: 'onetwo' }]]);
  });
});

it('a client that shares no code with the official one speaks with an agent too [C-22]', async () => {
  const { url: registryUrl } = await startRegistry();
  const { url } = await start(named('a'), { registryUrl });
  const client = await createMCPClient({ transport: { type: 'http', url: `${url}/mcp` } });
  onTestFinished(() => client.close());
  expect(Object.keys(await client.tools())).toEqual(['name']);
});
