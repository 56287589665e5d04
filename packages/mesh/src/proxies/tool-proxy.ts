import {
  fail,
  isJsonObject,
  PatchbayError,
  reasonOf,
  type JsonObject,
  type ToolResult,
} from '@patchbay/contracts';
import type { CallScopes } from '../propagation/call-scope.ts';
import { newTrace, traceHeaders, type Trace } from '../propagation/trace.ts';
import { pack } from '../propagation/tunnel.ts';
import type { Outgoing, World } from '../world.ts';
import { readAnswer } from './read-answer.ts';
import type { Traffic } from './traffic.ts';

export interface ProxyDeps {
  readonly world: World;
  readonly scopes: CallScopes;
  readonly traffic: Traffic;
}

interface CallOptions {
  readonly timeoutMs: number;
  readonly attempts?: number;
  /** Wants to hear how it goes. */
  readonly onProgress?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** One tool of one agent, as those see it who call it. */
export interface ToolProxy {
  readonly key: string;
  readonly endpoint: string;
  readonly functionName: string;
  call(args: JsonObject, options: CallOptions): Promise<ToolResult>;
}

const retryDelayMs = 100;

export function toProxyKey(endpoint: string, functionName: string): string {
  return `${endpoint}:${functionName}`;
}

export function createToolProxy(endpoint: string, functionName: string, deps: ProxyDeps): ToolProxy {
  const target = { endpoint, functionName };
  return {
    key: toProxyKey(endpoint, functionName),
    ...target,
    async call(args, options) {
      const { tool: from = '', trace = newTrace(deps.world.chance) } = deps.scopes.current() ?? {};
      const count = (isError: boolean): void =>
        deps.traffic.count({ from, endpoint, to: functionName }, { isError, traceId: trace.traceId });
      try {
        const result = await callPatiently(target, args, { ...deps, options, trace });
        count(result.isError === true);
        return result;
      } catch (error) {
        count(true);
        throw error;
      }
    },
  };
}

async function callPatiently(target: Target, args: JsonObject, call: Attempt): Promise<ToolResult> {
  const attempts = call.options.attempts ?? 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptCall(target, args, call);
    } catch (error) {
      // Only what was not delivered is sent again: anything else may have had its effect.
      if (attempt >= attempts || !PatchbayError.is(error, 'MESH_AGENT_UNREACHABLE')) throw error;
    }
    await pause(call.world, retryDelayMs * 2 ** (attempt - 1));
  }
}

interface Target {
  readonly endpoint: string;
  readonly functionName: string;
}

interface Attempt extends ProxyDeps {
  readonly options: CallOptions;
  readonly trace: Trace;
}

async function attemptCall(target: Target, args: JsonObject, attempt: Attempt): Promise<ToolResult> {
  const { world, scopes, options } = attempt;
  const limit = new AbortController();
  const cancel = world.timers.after(options.timeoutMs, () => limit.abort());
  const signals = [limit.signal, options.signal, scopes.current()?.signal].filter((one) => one !== undefined);
  const signal = AbortSignal.any(signals);
  try {
    const id = world.chance.uuid();
    const response = await world.fetch(
      `${target.endpoint}/mcp`,
      requestOf(target, args, { ...attempt, id, signal }),
    );
    const answer = await readAnswer(response, id, options.onProgress ?? (() => {}));
    return resultOf(answer, target, response.status);
  } catch (error) {
    if (limit.signal.aborted) throw timeout(target, options.timeoutMs);
    if (signal.aborted || PatchbayError.is(error)) throw error;
    throw unreachable(target, describe(error), error);
  } finally {
    cancel();
  }
}

interface Sending extends Attempt {
  readonly id: string;
  readonly signal: AbortSignal;
}

/** A plain `tools/call`, without a handshake and without a session. */
function requestOf({ functionName }: Target, args: JsonObject, sending: Sending): Outgoing {
  const { scopes, options, trace, id, signal } = sending;
  const { headers = {} } = scopes.current() ?? {};
  const params = {
    name: functionName,
    arguments: pack(args, trace, headers),
    ...(options.onProgress && { _meta: { progressToken: id } }),
  };
  return {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-mesh-timeout': String(Math.ceil(options.timeoutMs / 1_000)),
      ...traceHeaders(trace),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  };
}

function resultOf(answer: JsonObject | undefined, target: Target, status: number): ToolResult {
  const { result, error } = answer ?? {};
  if (isJsonObject(result) && Array.isArray(result['content'])) return result as ToolResult;
  if (isJsonObject(error)) throw failed(target, rpcMessageOf(error));
  // Proxies and load balancers say so when nobody is behind them.
  if (status >= 502 && status <= 504) throw unreachable(target, `HTTP ${String(status)}`);
  throw failed(target, `the agent at ${target.endpoint} answered HTTP ${String(status)} without a result.`);
}

export function rpcMessageOf({ message }: JsonObject): string {
  return typeof message === 'string' ? message : 'an error without words';
}

function failed({ functionName }: Target, reason: string): PatchbayError {
  return fail('DEPENDENCY_FAILED', { tool: functionName, reason });
}

function timeout({ functionName, endpoint }: Target, afterMs: number): PatchbayError {
  return fail('MESH_CALL_TIMEOUT', { tool: functionName, endpoint, afterMs });
}

function unreachable({ endpoint }: Target, reason: string, cause?: unknown): PatchbayError {
  return fail('MESH_AGENT_UNREACHABLE', { endpoint, reason }, cause);
}

/** `fetch failed` says nothing; what it wraps does. */
function describe(error: unknown): string {
  return error instanceof TypeError && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error);
}

function pause(world: World, ms: number): Promise<void> {
  return new Promise((resolve) => void world.timers.after(ms, resolve));
}
