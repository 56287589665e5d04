import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fail, type JsonObject, type ToolDefinition, type ToolResult } from '@patchbay/contracts';
import type {
  AskedCall,
  CallTool,
  CatalogTool,
  OfferBook,
  OfferedName,
  PrincipalId,
  QualifiedName,
  ServerName,
  Timers,
} from '@patchbay/core';
import { aPrincipal, createCountingChance, createManualClock, createRecordingLog } from '@patchbay/testkit';
import { onTestFinished } from 'vitest';
import { createMcpEndpoint, type McpEndpointDeps } from '../src/index.ts';

/** Lets time pass by hand, and the clock with it. */
interface ManualTimers extends Timers {
  advance(ms: number): void;
}

function createManualTimers(clock: { now(): Date; advance(ms: number): void }): ManualTimers {
  const waiting = new Map<object, { readonly at: number; readonly run: () => void }>();
  return {
    after(ms, run) {
      const key = {};
      waiting.set(key, { at: clock.now().getTime() + ms, run });
      return () => void waiting.delete(key);
    },
    advance(ms) {
      const end = clock.now().getTime() + ms;
      for (;;) {
        const due = [...waiting].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at);
        const [next] = due;
        if (!next) break;
        waiting.delete(next[0]);
        clock.advance(Math.max(next[1].at - clock.now().getTime(), 0));
        next[1].run();
      }
      clock.advance(end - clock.now().getTime());
    },
  };
}

export function aTool(name: string, definition: Partial<ToolDefinition> = {}): CatalogTool {
  const whole: ToolDefinition = { name, ...definition };
  return {
    server: 'demo' as ServerName,
    name,
    qualified: `demo.${name}` as QualifiedName,
    offered: `demo__${name}` as OfferedName,
    definition: whole,
    description: '',
    inputSchema: whole.inputSchema ?? { type: 'object', properties: {} },
  };
}

/** A call of a tool that has not been answered yet. */
export interface OpenCall extends AskedCall {
  resolve(result: ToolResult): void;
  reject(error: unknown): void;
}

const keys: Readonly<Record<string, ReturnType<typeof aPrincipal>>> = {
  root: aPrincipal(),
  operator: aPrincipal({ id: 'key:operator' as PrincipalId, roles: ['operator'] }),
  viewer: aPrincipal({ id: 'key:viewer' as PrincipalId, roles: ['viewer'] }),
  nobody: aPrincipal({ id: 'key:nobody' as PrincipalId, roles: [] }),
};

/** No resources and no prompts. */
const nothingElse = {
  offers: { bookFor: (): OfferBook => emptyBook },
  serverLevels: { want: async () => {} },
  watches: {
    add(_: unknown, uri: string): never {
      throw fail('RESOURCE_NOT_FOUND', { uri });
    },
  },
  useOffers: {
    readResource: (_: unknown, uri: string) => Promise.reject(fail('RESOURCE_NOT_FOUND', { uri })),
    getPrompt: (_: unknown, name: string) => Promise.reject(fail('PROMPT_NOT_FOUND', { name })),
    complete: () => Promise.reject(fail('PROMPT_NOT_FOUND', { name: '' })),
  },
} satisfies Partial<McpEndpointDeps>;

const emptyBook: OfferBook = {
  resources: [],
  templates: [],
  prompts: [],
  instructions: undefined,
  capabilities: {},
  has: () => false,
  ownersOf: () => [],
  templateOf: () => undefined,
  promptOf: () => undefined,
};

/** An endpoint on a real port, with tools that answer what the test says. */
export async function openWorld(overrides: Partial<McpEndpointDeps> = {}) {
  const clock = createManualClock();
  const timers = createManualTimers(clock);
  const log = createRecordingLog();
  const stopping = new AbortController();
  const revoked = new Set<string>();
  const state = { tools: [aTool('echo'), aTool('slow')] as readonly CatalogTool[] };
  const calls = createCallQueue();
  const endpoint = createMcpEndpoint({
    authenticate: async (credential) => (revoked.has(credential) ? undefined : keys[credential]),
    toolsFor: () => state.tools,
    callTool: calls.callTool,
    ...nothingElse,
    chance: createCountingChance(),
    clock,
    timers,
    log,
    version: '9.9.9',
    stopping: stopping.signal,
    ...overrides,
  });
  const server = createServer((request, response) => endpoint.handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await endpoint.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}/mcp`;
  /** Of the request that comes next. */
  const nextResponse = async (): Promise<ServerResponse> => {
    const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    return response;
  };
  return { url, port, server, nextResponse, endpoint, timers, clock, log, stopping, revoked, state, calls };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** `echo` answers its arguments; every other tool waits for the test. */
function createCallQueue() {
  const seen: AskedCall[] = [];
  const open: OpenCall[] = [];
  const waiters: ((call: OpenCall) => void)[] = [];
  const callTool: CallTool = (call) => {
    seen.push(call);
    if (call.name === 'demo__echo')
      return Promise.resolve({ content: [{ type: 'text', text: JSON.stringify(call.arguments ?? null) }] });
    const { promise, resolve, reject } = Promise.withResolvers<ToolResult>();
    const one: OpenCall = { ...call, resolve, reject };
    call.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    const waiter = waiters.shift();
    if (waiter) waiter(one);
    else open.push(one);
    return promise;
  };
  /** The next call that waits, now or when it comes. */
  const next = (): Promise<OpenCall> => {
    const one = open.shift();
    return one ? Promise.resolve(one) : new Promise((resolve) => void waiters.push(resolve));
  };
  return { callTool, seen, next };
}

export const text = (words: string): ToolResult => ({ content: [{ type: 'text', text: words }] });

export const modernMeta = (others: JsonObject = {}): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  ...others,
});
