import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMCPClient } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aTool, openWorld, text, type World } from '../test-support/world.ts';

const inspector = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
);
const bearer = { Authorization: 'Bearer operator' };

async function connectClient(world: World, options: ClientOptions): Promise<Client> {
  const client = new Client({ name: 'peer', version: '1' }, options);
  const transport = new StreamableHTTPClientTransport(new URL(world.url), {
    requestInit: { headers: bearer },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

describe.each([
  ['legacy', 'legacy', '2025-11-25'],
  ['auto', 'modern', '2026-07-28'],
  [{ pin: '2026-07-28' }, 'modern', '2026-07-28'],
] as const)('the official client in mode %j', (mode, era, version) => {
  const versionNegotiation = { mode };

  it('speaks with the hub', async () => {
    const client = await connectClient(await openWorld(), { versionNegotiation });
    expect([client.getProtocolEra(), client.getNegotiatedProtocolVersion()]).toEqual([era, version]);
    expect(client.getServerVersion()).toEqual({ name: 'patchbay', version: '9.9.9' });
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
  });

  it('lists and calls', async () => {
    const client = await connectClient(await openWorld(), { versionNegotiation });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['demo__echo', 'demo__slow']);
    const result = await client.callTool({ name: 'demo__echo', arguments: { a: 'ü' } });
    expect(result.content).toEqual([{ type: 'text', text: '{"a":"ü"}' }]);
  });

  it('sees progress and then the result', async () => {
    const world = await openWorld();
    const client = await connectClient(world, { versionNegotiation });
    const { promise: seen, resolve: onprogress } = Promise.withResolvers<unknown>();
    const result = client.callTool({ name: 'demo__slow' }, { onprogress });
    const call = await world.calls.next();
    call.onProgress?.({ progressToken: 'theirs', progress: 1, total: 2 });
    expect(await seen).toMatchObject({ progress: 1, total: 2 });
    call.resolve(text('done'));
    expect((await result).content).toEqual([{ type: 'text', text: 'done' }]);
  });

  it('cancels', async () => {
    const world = await openWorld();
    const client = await connectClient(world, { versionNegotiation });
    const cancel = new AbortController();
    const ended = client
      .callTool({ name: 'demo__slow' }, { signal: cancel.signal })
      .catch((error: unknown) => error);
    const { signal } = await world.calls.next();
    const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    cancel.abort('enough');
    await Promise.all([aborted, ended]);
    expect((await client.callTool({ name: 'demo__echo' })).isError).toBeUndefined();
  });

  it('is told of another list', async () => {
    const world = await openWorld();
    const { promise: told, resolve } = Promise.withResolvers<unknown>();
    const listChanged = {
      tools: {
        onChanged: (_: unknown, tools: readonly { name: string }[] | null) => resolve(tools),
        debounceMs: 0,
      },
    };
    const client = await connectClient(world, { versionNegotiation, listChanged });
    await client.listTools();
    world.state.tools = [aTool('other')];
    // A legacy client opens its stream when it pleases; news from before are kept for it.
    world.endpoint.notifyChanged('tools');
    world.timers.advance(50);
    expect(await told).toMatchObject([{ name: 'demo__other' }]);
  });
});

describe('the client of the AI SDK', () => {
  it('lists and calls', async () => {
    const world = await openWorld();
    const client = await createMCPClient({ transport: { type: 'http', url: world.url, headers: bearer } });
    onTestFinished(() => client.close());
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(['demo__echo', 'demo__slow']);
    const options = { toolCallId: '1', messages: [], context: {} };
    const result = await tools['demo__echo']?.execute({ a: 1 }, options);
    expect(result).toMatchObject({ content: [{ type: 'text', text: '{"a":1}' }] });
  });
});

describe.each(['legacy', 'auto', 'modern'])('the inspector in the era %s', (era) => {
  async function inspect(world: World, ...args: string[]): Promise<unknown> {
    const flags = ['--cli', world.url, '--transport', 'http', '--header', 'Authorization: Bearer operator'];
    const all = [inspector, ...flags, '--protocol-era', era, '--format', 'json', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, all);
    return JSON.parse(stdout);
  }

  it('lists and calls', async () => {
    const world = await openWorld();
    const listed = JSON.stringify(await inspect(world, '--method', 'tools/list'));
    expect(listed).toContain('demo__echo');
    const called = await inspect(
      world,
      '--method',
      'tools/call',
      '--tool-name',
      'demo__echo',
      '--tool-arg',
      'a=b',
    );
    expect(JSON.stringify(called)).toContain(String.raw`{\"a\":\"b\"}`);
  });
});
