import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  fail,
  PatchbayError,
  routes,
  toErrorBody,
  type Route,
  type RouteAnswer,
  type RouteBody,
  type RouteName,
  type RouteParams,
  type RouteQuery,
  type Routes,
  type ServerDetail,
} from '@patchbay/contracts';
import type { Terminal } from '../src/command.ts';
import { createTerminal, listen } from './terminal.ts';

interface Ask<R extends Route> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
}

/** What the hub is to answer, route by route; whatever else is asked is not there. */
type Answers = { readonly [N in RouteName]?: (ask: Ask<Routes[N]>) => RouteAnswer<Routes[N]> };

/**
 * A terminal in front of a hub that answers as a test wants, in states that a real one is hard to bring into.
 * Requests are read and answers typed by the routes of contracts, so both ends must fit those.
 */
export async function setupFake(answers: Answers, overrides: Partial<Terminal> = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    void answer(request, response, answers);
  });
  const environment = { PATCHBAY_URL: `http://127.0.0.1:${await listen(server)}`, PATCHBAY_KEY: 'pbk_a_b' };
  const run = createTerminal({ ...overrides, environment: { ...environment, ...overrides.environment } });
  return { run, asked };
}

async function answer(request: IncomingMessage, response: ServerResponse, answers: Answers): Promise<void> {
  const { method = '', url = '' } = request;
  try {
    const { pathname, searchParams } = new URL(url, 'http://hub');
    const { name, route, params } = find(method, pathname);
    const body = await text(request);
    const ask = {
      params,
      query: route.query?.parse(Object.fromEntries(searchParams)),
      body: route.body?.parse(JSON.parse(body)),
    };
    const reply = answers[name] as ((given: typeof ask) => unknown) | undefined;
    if (!reply) throw fail('ROUTE_NOT_FOUND', { method, path: pathname });
    const said = reply(ask);
    const answered = said instanceof Response ? await said.text() : JSON.stringify(said);
    response.writeHead(statusOf(said, route)).end(answered);
  } catch (error) {
    const known = PatchbayError.is(error) ? error : fail('REQUEST_MALFORMED', { reason: String(error) });
    response.writeHead(known.status).end(JSON.stringify(toErrorBody(known, new Date())));
  }
}

/** A call that waits for an approval is not done yet. */
function statusOf(said: unknown, { status }: Route): number {
  return typeof said === 'object' && said !== null && 'approval' in said ? 202 : status;
}

function find(method: string, pathname: string) {
  for (const [name, route] of Object.entries<Route>(routes)) {
    const pattern = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = pattern.exec(pathname);
    if (match && route.method === method) return { name: name as RouteName, route, params: match.groups };
  }
  throw fail('ROUTE_NOT_FOUND', { method, path: pathname });
}

const settings: ServerDetail['settings'] = {
  required: false,
  timeouts: {},
  retry: { ambiguous: 'safe-only' },
  trustAnnotations: false,
  checkArguments: true,
  review: false,
  pin: 'warn',
};

/** A connected server that was started as a program. */
export function aServer(overrides: Partial<ServerDetail> = {}): ServerDetail {
  const { name = 'time', transport = 'STDIO', tools = ['now', 'zone'] } = overrides;
  const at = new Date(Date.now() - 60_000).toISOString();
  return {
    id: '3e1c0f5a-6f0e-4c55-9d8e-0c4a7f3b2d11',
    name,
    serverId: name,
    title: null,
    description: null,
    version: null,
    transportType: transport,
    transport,
    baseUrl: null,
    config: { command: 'uvx', args: ['mcp-server-time'], cwd: null, inheritEnv: false, env: [] },
    hasApiKey: false,
    apiKeyHint: null,
    autoConnect: true,
    settings,
    source: 'api',
    status: 'CONNECTED',
    statusReason: null,
    statusCode: null,
    attempts: 0,
    lastAnswerAt: null,
    lastError: null,
    statusSince: at,
    nextAttemptAt: null,
    session: null,
    syncStatus: 'SYNCED',
    syncError: null,
    lastSyncedAt: at,
    serverInfo: null,
    toolCount: tools.length,
    resourceCount: 0,
    promptCount: 0,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    lastUpdated: at,
    tools,
    instructions: null,
    ...overrides,
  };
}

/** One that is reached by its address. */
export function aRemoteServer(overrides: Partial<ServerDetail> = {}): ServerDetail {
  const url = 'https://example.com/mcp';
  return aServer({
    transport: 'HTTP',
    baseUrl: url,
    config: { url, verifySsl: true, headers: [] },
    ...overrides,
  });
}
