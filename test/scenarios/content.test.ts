import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { openWireClient } from '@patchbay/testkit/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { startTestHub } from '../support/test-hub.ts';

const versions = ['2025-11-25', '2026-07-28'] as const;
const pairs = versions.flatMap((client) => versions.map((server) => ({ client, server })));

const content = [
  { type: 'text', text: 'words', annotations: { audience: ['user'], priority: 0.5 }, _meta: { a: 1 } },
  { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png', annotations: { priority: 1 } },
  { type: 'audio', data: 'UklGRgAAAABXQVZF', mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'x://text', mimeType: 'text/plain', text: 'inside', _meta: {} } },
  { type: 'resource', resource: { uri: 'x://blob', mimeType: 'image/png', blob: 'iVBORw0KGgo=' } },
  { type: 'resource_link', uri: 'x://far', name: 'far', size: 7, icons: [{ src: 'https://example.com/i' }] },
  { type: 'hologram', beam: { depth: 3 } },
];
const result = { content, structuredContent: { depth: 3 }, _meta: { 'example.com/kept': [1] } };
const decorated = {
  title: 'A title',
  icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48'] }],
  annotations: { readOnlyHint: true, 'example.com/own': 'kept' },
  _meta: { 'example.com/kept': { deep: true } },
  'example.com/unknown': 7,
};
const inputSchema = { type: 'object', $defs: { a: { const: 1 } }, 'x-own': true };

async function startWith(version: (typeof versions)[number]) {
  const upstream = await httpServer({
    version,
    tools: [{ definition: { name: 'show', inputSchema, ...decorated }, result }],
    resources: [{ uri: 'fixture://text', name: 'text', ...decorated }],
    prompts: [{ name: 'plain', ...decorated }],
  });
  const test = await startTestHub({ results: { keepHours: 0 } });
  await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
  return test;
}

async function clientOf(
  { url, adminKey: key }: { url: string; adminKey: string },
  version: (typeof versions)[number],
) {
  const client = await openWireClient({ version, transport: 'http', url, key });
  onTestFinished(() => client[Symbol.asyncDispose]());
  return async (method: string, params: JsonObject = {}): Promise<JsonObject> => {
    const answer = await client.ask(method, params).answer;
    return isJsonObject(answer?.['result']) ? answer['result'] : {};
  };
}

describe.each(pairs)('what a server of $server says to a client of $client', ({ client, server }) => {
  it('is every kind of content as it is, also the kinds that nobody knows', async () => {
    const ask = await clientOf(await startWith(server), client);
    const answer = await ask('tools/call', { name: 'one__show', arguments: {} });
    expect(answer['content']).toEqual(content);
    expect(answer['structuredContent']).toEqual(result.structuredContent);
    expect(answer['_meta']).toMatchObject(result._meta);
  });

  it('is of its tools, resources and prompts all that it said', async () => {
    const ask = await clientOf(await startWith(server), client);
    expect(await ask('tools/list')).toMatchObject({
      tools: [{ ...decorated, name: 'one__show', inputSchema }],
    });
    expect(await ask('resources/list')).toMatchObject({ resources: [{ ...decorated, name: 'text' }] });
    expect(await ask('prompts/list')).toMatchObject({ prompts: [{ ...decorated, name: 'one__plain' }] });
  });
});

describe('what is no text', () => {
  it('is itself over REST too, and has a word only where there is nothing but text [A-24]', async () => {
    const { admin } = await startWith('2026-07-28');
    const answer = await admin.executeTool({ body: { toolName: 'one.show', arguments: {} } });
    expect(answer.content).toEqual(content);
    expect(answer.text).toContain('words\n[Image: image/png]\n');
  });
});
