import { transportSchema, type Era, type JsonObject } from '@patchbay/contracts';
import type { Link, ListChange } from '@patchbay/core';
import { aServer, createRecordingLog } from '@patchbay/testkit';
import { createConnector } from '@patchbay/upstream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { everythingStdio, sdkStdio, startEverything, startSdkServer } from '../support/official-servers.ts';

/** Opens a link to a server that somebody else wrote. */
async function open(transport: object, knownEra?: Era) {
  const connect = createConnector({
    version: '1',
    env: { PATH: '/usr/bin:/bin' },
    log: createRecordingLog(),
    maskFor: () => (text) => text,
  });
  onTestFinished(() => connect.close());
  const changed = Promise.withResolvers<ListChange>();
  const link = await connect({
    server: aServer({ name: 'peer', transport: transportSchema.parse(transport) }),
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    knownEra,
    onListChanged: changed.resolve,
    onNews() {},
  });
  return { link, changed: changed.promise };
}

async function call(link: Link, name: string, args: JsonObject = {}) {
  const progress: JsonObject[] = [];
  const params = { name, arguments: args };
  const onProgress = (step: JsonObject): void => void progress.push(step);
  const answer = await link.request({ method: 'tools/call', params, timeoutMs: 60_000, onProgress });
  return { answer, progress };
}

const says = (text: string) => ({ result: { content: [{ type: 'text', text }] } });

describe('the reference server of the first generation', () => {
  const transports = {
    'a process': async () => ({ kind: 'stdio', ...everythingStdio }),
    'Streamable HTTP': async () => ({
      kind: 'http',
      url: urlOf(await startEverything('streamableHttp'), 'mcp'),
    }),
    'HTTP+SSE': async () => ({ kind: 'sse', url: urlOf(await startEverything('sse'), 'sse') }),
    'HTTP+SSE, called http': async () => ({ kind: 'http', url: urlOf(await startEverything('sse'), 'sse') }),
  };
  const urlOf = (port: number, path: string): string => `http://127.0.0.1:${String(port)}/${path}`;

  it.each(Object.entries(transports))('greets, answers and tells of progress over %s', async (_, start) => {
    const { link } = await open(await start());
    expect(link).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' });
    expect(link.serverInfo?.name).toBe('mcp-servers/everything');
    expect((await call(link, 'echo', { message: 'hello' })).answer).toMatchObject(says('Echo: hello'));
    const { progress } = await call(link, 'trigger-long-running-operation', { duration: 0.1, steps: 3 });
    expect(progress).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3 })));
    await link.close();
    expect(await link.ended).toMatchObject({ isOurs: true });
  });

  it('gives an error as an answer', async () => {
    const { link } = await open({ kind: 'stdio', ...everythingStdio });
    const answer = await link.request({ method: 'no/such', timeoutMs: 60_000 });
    expect(answer).toMatchObject({ error: { code: -32_601 } });
  });
});

describe('a server of the second generation', () => {
  const processes: [string, object, Era | undefined][] = [
    ['modern', sdkStdio(), undefined],
    ['legacy', sdkStdio(), 'legacy'],
    ['modern', sdkStdio('modern-only'), 'legacy'],
  ];
  it.each(processes)('is met as %s in a process %o that is known as %s', async (era, process, knownEra) => {
    expect(await meet({ kind: 'stdio', ...process }, knownEra)).toEqual({ ...asItIs, era });
  });

  it.each<[string, 'stateless' | 'reject', Era | undefined]>([
    ['modern', 'stateless', undefined],
    ['legacy', 'stateless', 'legacy'],
    ['modern', 'reject', undefined],
    ['modern', 'reject', 'legacy'],
  ])('is met as %s over HTTP, with legacy: %s, and known as %s', async (era, legacy, knownEra) => {
    const { url } = await startSdkServer(legacy);
    expect(await meet({ kind: 'http', url }, knownEra)).toEqual({ ...asItIs, era });
  });

  const asItIs = {
    server: 'sdk',
    instructions: 'Be kind.',
    echo: says('hello'),
    progress: [1, 2, 3].map((progress) => ({ progress, total: 3 })),
    prompt: 'Grüß Gott',
    unknown: -32_601,
  };

  async function meet(transport: object, knownEra: Era | undefined) {
    const { link } = await open(transport, knownEra);
    const ask = (method: string, params: JsonObject = {}) =>
      link.request({ method, params, timeoutMs: 60_000 });
    const { answer } = await call(link, 'echo', { message: 'hello' });
    return {
      era: link.era,
      server: link.serverInfo?.name,
      instructions: link.instructions,
      echo: { result: { content: answer.result?.['content'] } },
      progress: (await call(link, 'steps')).progress,
      prompt: /Grüß Gott/.exec(JSON.stringify(await ask('prompts/get', { name: 'grüß' })))?.[0],
      unknown: (await ask('no/such')).error?.code,
    };
  }

  it('tells a modern client that its tools have changed', async () => {
    const server = await startSdkServer();
    const { changed } = await open({ kind: 'http', url: server.url });
    await server.hasListener;
    server.toolsChanged();
    expect(await changed).toBe('tools');
  });
});
