import {
  isJsonObject,
  type JsonObject,
  type RpcId,
  type RpcRequest,
  type ToolResult,
} from '@patchbay/contracts';
import type { IsAllowed } from '../propagation/allow-list.ts';
import type { CallScopes } from '../propagation/call-scope.ts';
import { joinTrace } from '../propagation/trace.ts';
import { passedOn, unpack } from '../propagation/tunnel.ts';
import type { ToolWrapper } from '../tools/tool-wrapper.ts';
import type { Wrappers } from '../tools/wrappers.ts';
import type { World } from '../world.ts';
import { invalidParams, metaOf } from './envelope.ts';
import { json, type AgentRequest, type AgentResponse } from './http.ts';
import { streamAnswer } from './stream-answer.ts';

export interface ToolCallsDeps {
  readonly wrappers: Wrappers;
  readonly scopes: CallScopes;
  readonly isAllowed: IsAllowed;
  readonly world: World;
}

type Dress = (result: JsonObject) => JsonObject;

/** `tools/call`, from the envelope to the handler and back. Counts what runs, so that a stop can wait for it. */
export class ToolCalls {
  readonly #deps: ToolCallsDeps;
  readonly #running = new Set<Promise<unknown>>();

  constructor(deps: ToolCallsDeps) {
    this.#deps = deps;
  }

  /** All that run now have ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async answer(request: AgentRequest, message: RpcRequest, dress: Dress): Promise<AgentResponse> {
    const { id, params = {} } = message;
    const { name, arguments: args = {} } = params;
    const wrapper = typeof name === 'string' ? this.#deps.wrappers.find(name) : undefined;
    if (!wrapper)
      return failed(id, `there is no tool "${typeof name === 'string' ? name.slice(0, 100) : ''}".`);
    if (!isJsonObject(args)) return failed(id, 'arguments are an object.');
    const call = { request, wrapper, args, meta: metaOf(params) };
    const finish = (result: ToolResult): JsonObject => ({ jsonrpc: '2.0', id, result: dress(result) });
    const { progressToken } = call.meta;
    const accepts = request.headers['accept'] ?? '';
    const wantsStream = isToken(progressToken) && accepts.includes('text/event-stream');
    if (!wantsStream) return json(200, finish(await this.#run(call, () => {})));
    return streamAnswer(progressToken, async (progress) => finish(await this.#run(call, progress)));
  }

  async #run(
    { request, wrapper, args: given, meta }: Call,
    progress: (message: string) => void,
  ): Promise<ToolResult> {
    const { scopes, isAllowed, world } = this.#deps;
    const { headers } = request;
    const { args, trace: tunnelled, headers: tunnelledHeaders } = unpack(given);
    const trace = joinTrace([traceOf(headers), tunnelled, meta], world.chance);
    const controller = new AbortController();
    const signal = AbortSignal.any([request.signal, controller.signal]);
    const tool = wrapper.definition.name;
    const scope = { tool, trace, headers: passedOn(headers, tunnelledHeaders, isAllowed), signal };
    const call = { signal, traceId: trace.traceId, headers: scope.headers, progress };
    const running = scopes.run(scope, () => wrapper.call(args, call, controller));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

interface Call {
  readonly request: AgentRequest;
  readonly wrapper: ToolWrapper;
  readonly args: JsonObject;
  readonly meta: JsonObject;
}

function traceOf(headers: AgentRequest['headers']) {
  const { traceparent, tracestate } = headers;
  return { traceId: headers['x-trace-id'], parentSpan: headers['x-parent-span'], traceparent, tracestate };
}

function isToken(token: unknown): token is RpcId {
  return typeof token === 'string' || typeof token === 'number';
}

function failed(id: RpcId, reason: string): AgentResponse {
  return json(200, { jsonrpc: '2.0', id, error: invalidParams(reason) });
}
