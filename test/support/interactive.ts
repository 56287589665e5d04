import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Json, JsonObject } from '@patchbay/contracts';
import type { ConfigInput } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import type { FixtureHandle, HttpFixtureOptions } from '@patchbay/testkit/mcp';
import { onTestFinished } from 'vitest';
import { addressOf, commandOf, httpServer, sseServer, stdioServer } from './fixtures.ts';
import { bin, inherited } from './hub-process.ts';
import { startTestHub, type TestHub } from './test-hub.ts';

// Servers that ask, clients that answer, and a hub between them.

const asking = {
  tools: ['asks', 'visits', 'echo'],
  resources: [{ uri: 'fixture://asks', name: 'asks' }],
  prompts: [{ name: 'asks' }],
} satisfies HttpFixtureOptions;

type Started = { readonly upstream: FixtureHandle; readonly address: JsonObject };

/** Every way in which a server can be asked, and ask. */
export const servers = {
  'modern HTTP': () => overHttp('2026-07-28'),
  'modern stdio': () => overStdio('2026-07-28'),
  'legacy HTTP': () => overHttp('2025-11-25'),
  'legacy SSE': overSse,
  'legacy stdio': () => overStdio('2025-11-25'),
} satisfies Record<string, () => Promise<Started>>;
export type ServerKind = keyof typeof servers;

async function overHttp(version: '2026-07-28' | '2025-11-25'): Promise<Started> {
  const upstream = await httpServer({ ...asking, version });
  return { upstream, address: addressOf(upstream) };
}

async function overSse(): Promise<Started> {
  const upstream = await sseServer({ ...asking, version: '2025-11-25' });
  return { upstream, address: { transport: 'SSE', url: upstream.url } };
}

async function overStdio(version: '2026-07-28' | '2025-11-25'): Promise<Started> {
  const upstream = stdioServer({ ...asking, version });
  return { upstream, address: commandOf(upstream) as unknown as JsonObject }; // plain data
}

export interface InteractiveHub extends TestHub {
  readonly upstream: FixtureHandle;
  /** A key of somebody else. */
  readonly another: (roles?: readonly ('operator' | 'approver')[]) => Promise<string>;
}

/** A hub whose one server, `one`, asks. */
export async function startInteractiveHub(
  kind: ServerKind,
  config: ConfigInput = {},
): Promise<InteractiveHub> {
  const { upstream, address } = await servers[kind]();
  const test = await startTestHub(config);
  await test.admin.createServer({ body: { name: 'one', ...address } as never }); // each is a registration
  const another: InteractiveHub['another'] = async (roles = ['operator']) => {
    const { key } = await test.admin.createKey({ body: { name: 'another', roles: [...roles] } });
    return key;
  };
  return { ...test, upstream, another };
}

export const clients = ['modern HTTP', 'modern stdio', 'legacy HTTP', 'legacy SSE', 'legacy stdio'] as const;
export type ClientKind = (typeof clients)[number];

type Answer = (params: JsonObject) => JsonObject | Promise<JsonObject>;

export interface Answers {
  readonly elicit?: Answer;
  readonly sample?: Answer;
  readonly roots?: Answer;
  /** Everything if not said. */
  readonly capabilities?: JsonObject;
}

export const everything = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** The official client, with somebody behind it who answers. */
export async function connectClient(
  { url, adminKey }: Pick<TestHub, 'url' | 'adminKey'>,
  kind: ClientKind,
  { elicit = accept, sample = sampled, roots = someRoots, capabilities = everything }: Answers = {},
): Promise<Client> {
  const mode = kind.startsWith('legacy') ? ('legacy' as const) : { pin: '2026-07-28' };
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, versionNegotiation: { mode } } as never, // a test may declare what it likes
  );
  const handle = client.setRequestHandler.bind(client) as (method: string, run: unknown) => void;
  if (capabilities['elicitation']) handle('elicitation/create', asked(elicit));
  if (capabilities['sampling']) handle('sampling/createMessage', asked(sample));
  if (capabilities['roots']) handle('roots/list', asked(roots));
  await client.connect(transportOf(kind, url, adminKey));
  onTestFinished(() => client.close());
  return client;
}

const accept: Answer = () => ({ action: 'accept', content: { name: 'Ada' } });
const sampled: Answer = () => ({
  role: 'assistant',
  model: 'm',
  content: { type: 'text', text: 'Sampled.' },
});
const someRoots: Answer = () => ({ roots: [{ uri: 'file:///work', name: 'work' }] });

function asked(answer: Answer) {
  return async ({ params = {} }: { params?: JsonObject }) => answer(params);
}

function transportOf(kind: ClientKind, url: string, key: string) {
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  if (kind === 'legacy SSE')
    return new SSEClientTransport(new URL(`${url}/sse`), {
      requestInit,
      eventSourceInit: {
        fetch: (to, init) => fetch(to, { ...init, headers: { ...init.headers, ...requestInit.headers } }),
      },
    });
  if (kind.endsWith('HTTP')) return new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  return new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'stdio'],
    env: { ...inherited(), PATCHBAY_URL: url, PATCHBAY_KEY: key },
    cwd: createTempDir(),
    stderr: 'ignore',
  });
}

export const form = (message = 'Your name?'): JsonObject => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
});

export const visit = (url = 'https://example.com/login', elicitationId?: string): JsonObject => ({
  method: 'elicitation/create',
  params: {
    mode: 'url',
    message: 'Please log in.',
    url,
    ...(elicitationId !== undefined && { elicitationId }),
  },
});

export const sample: JsonObject = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 10 },
};

export const listRoots: JsonObject = { method: 'roots/list', params: {} };

/** Calls the tool that asks, in so many rounds; gives what it heard. */
export async function callAsking(
  client: Client,
  rounds: readonly Readonly<Record<string, JsonObject>>[],
  more: JsonObject = {},
): Promise<Json> {
  const result = await client.callTool({ name: 'one__asks', arguments: { rounds, ...more } });
  const [first] = result.content as { text: string }[]; // as the tool answers
  try {
    return JSON.parse(first?.text ?? '') as Json;
  } catch {
    return first?.text ?? '';
  }
}
