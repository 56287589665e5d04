import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { startHttpFixture } from './http-fixture.ts';
import { startSseFixture } from './sse-fixture.ts';
import { stdioFixture } from './stdio.ts';
import { defaultTools } from './tools.ts';
import { legacyVersions, modernVersion, type Version } from './wire.ts';

// The official SDK as the judge: what it can list, call, read and hear, a fixture says right.

type Mode = 'legacy' | 'auto';
type Transport = Parameters<Client['connect']>[0];

async function connect(transport: Transport, mode: Mode) {
  const client = new Client({ name: 'judge', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

/** Everything that a client can find out. */
async function impression(client: Client, release: () => void) {
  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args });
  const kinds = (await call('everything', { known: true })).content.map(({ type }) => type);
  const thrown: unknown = await call('throw').catch((error: unknown) => error);
  return {
    version: client.getNegotiatedProtocolVersion(),
    tools: (await client.listTools()).tools.map(({ name }) => name),
    sum: (await call('add', { a: 2, b: 3 })).content,
    kinds,
    failed: (await call('fail')).isError,
    thrown: (thrown as { code?: unknown }).code,
    progress: await progressOf(client, release),
    resources: (await client.listResources()).resources.length,
    templates: (await client.listResourceTemplates()).resourceTemplates.length,
    text: (await client.readResource({ uri: 'fixture://text' })).contents.length,
    prompts: (await client.listPrompts()).prompts.length,
    greeting: (await client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } })).messages.length,
  };
}

const wanted = {
  tools: defaultTools,
  sum: [{ type: 'text', text: '5' }],
  kinds: ['text', 'image', 'audio', 'resource', 'resource_link'],
  failed: true,
  thrown: -32_602,
  progress: 0,
  resources: 2,
  templates: 2,
  text: 1,
  prompts: 2,
  greeting: 1,
};

/** The first progress of a call that cannot end before it was heard: the SDK drops what comes with the answer. */
async function progressOf(client: Client, release: () => void): Promise<number> {
  const heard = Promise.withResolvers<number>();
  const onprogress = ({ progress }: { progress: number }): void => heard.resolve(progress);
  const answer = client.callTool({ name: 'slow', arguments: { ms: 3_600_000 } }, { onprogress });
  const progress = await heard.promise;
  release();
  await answer;
  return progress;
}

const speaks: readonly (readonly [Version, Mode])[] = [
  ...legacyVersions.flatMap((version) => [[version, 'legacy'] as const, [version, 'auto'] as const]),
  [modernVersion, 'auto'],
];

describe('the SDK understands a Streamable HTTP fixture', () => {
  for (const answers of ['auto', 'sse'] as const)
    it.each(speaks)(`of %s in mode %s that answers as ${answers}`, async (version, mode) => {
      await using fixture = await startHttpFixture({ version, answers, pageSize: 3 });
      await using connected = await connect(new StreamableHTTPClientTransport(new URL(fixture.url)), mode);
      expect(await impression(connected.client, fixture.release)).toEqual({ version, ...wanted });
    });

  it.each(speaks)('of %s in mode %s that has no streams', async (version, mode) => {
    await using fixture = await startHttpFixture({ version, answers: 'json' });
    await using connected = await connect(new StreamableHTTPClientTransport(new URL(fixture.url)), mode);
    expect((await connected.client.listTools()).tools).toHaveLength(defaultTools.length);
  });

  it.each([
    ['legacy', '2025-06-18'],
    ['auto', '2026-07-28'],
  ] as const)('of both eras in mode %s', async (mode, version) => {
    await using fixture = await startHttpFixture({ versions: ['2025-06-18', '2026-07-28'] });
    await using connected = await connect(new StreamableHTTPClientTransport(new URL(fixture.url)), mode);
    expect(await impression(connected.client, fixture.release)).toEqual({ version, ...wanted });
  });

  it('without sessions', async () => {
    await using fixture = await startHttpFixture({ stateless: true });
    await using connected = await connect(new StreamableHTTPClientTransport(new URL(fixture.url)), 'legacy');
    const version = '2025-11-25';
    expect(await impression(connected.client, fixture.release)).toEqual({ version, ...wanted });
    expect(fixture.sessions).toBe(0);
  });
});

describe('the SDK understands an SSE fixture', () => {
  it.each(speaks.filter(([version]) => version !== modernVersion))(
    'of %s in mode %s',
    async (version, mode) => {
      await using fixture = await startSseFixture({ version: version as (typeof legacyVersions)[number] }); // filtered
      await using connected = await connect(new SSEClientTransport(new URL(fixture.url)), mode);
      expect(await impression(connected.client, fixture.release)).toEqual({ version, ...wanted });
    },
  );
});

describe('the SDK understands a stdio fixture', () => {
  it.each(speaks)('of %s in mode %s', async (version, mode) => {
    await using fixture = stdioFixture({ version, pageSize: 4 });
    const { command, args, env } = fixture;
    const transport = new StdioClientTransport({ command, args: [...args], env: { ...env } });
    await using connected = await connect(transport, mode);
    expect(await impression(connected.client, fixture.release)).toEqual({ version, ...wanted });
  });
});

describe('the SDK hears of changed tools', () => {
  it('on the GET stream of a legacy session', async () => {
    await using fixture = await startHttpFixture();
    await using connected = await connect(new StreamableHTTPClientTransport(new URL(fixture.url)), 'legacy');
    const heard = new Promise<void>((resolve) => {
      connected.client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    await fixture.until(() => fixture.listeners === 1);
    fixture.setTools(['echo']);
    fixture.emitListChanged('tools');
    await heard;
    expect((await connected.client.listTools()).tools).toHaveLength(1);
  });

  it('on a modern subscription, which ends in good order', async () => {
    await using fixture = await startHttpFixture({ version: '2026-07-28' });
    await using connected = await connect(new StreamableHTTPClientTransport(new URL(fixture.url)), 'auto');
    const heard = new Promise<void>((resolve) => {
      connected.client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    const subscription = await connected.client.listen({ toolsListChanged: true, promptsListChanged: true });
    expect(subscription.honoredFilter).toEqual({ toolsListChanged: true, promptsListChanged: true });
    fixture.emitListChanged('tools');
    await heard;
    fixture.endSubscriptions();
    expect(await subscription.closed).toBe('graceful');
  });

  it.each(['2025-11-25', '2026-07-28'] as const)('over stdio in %s', async (version) => {
    await using fixture = stdioFixture({ version });
    const { command, args } = fixture;
    await using connected = await connect(new StdioClientTransport({ command, args: [...args] }), 'auto');
    const heard = new Promise<void>((resolve) => {
      connected.client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    if (version === '2026-07-28') await connected.client.listen({ toolsListChanged: true });
    fixture.setTools(['add', 'echo']);
    fixture.emitListChanged('tools');
    await heard;
    expect((await connected.client.listTools()).tools).toMatchObject([{ name: 'add' }, { name: 'echo' }]);
  });
});
