import {
  isJsonObject,
  PatchbayError,
  rpcCodes,
  type Json,
  type JsonObject,
  type ToolDefinition,
  type ToolResult,
} from '@patchbay/contracts';
import type { CallTool, Chance, Principal } from '@patchbay/core';
import { traceOfAgent } from './trace-of-agent.ts';
import { parseJson, sendJson, type Ask } from './wire.ts';

export interface CallWireDeps {
  readonly callTool: CallTool;
  readonly chance: Pick<Chance, 'uuid'>;
  /** As whom plain agents call, which have no credential. */
  readonly plain: Principal;
}

export interface CallTarget {
  /** Whose tools are called; without one, the name says it. */
  readonly server?: string;
  /** What may be called and listed; everything of the server if not given. */
  readonly tools?: readonly ToolDefinition[];
  /** Whether there is nobody else to pass it on to. */
  readonly isOnlyWay: boolean;
}

/** Answers a request of the call wire; false if it is none that the hub answers itself. */
export type AnswerCall = (ask: Ask, body: string, target: CallTarget) => Promise<boolean>;

/**
 * The wire by which agents call each other: one JSON-RPC request without any greeting. Through here a call takes the same
 * way as any other, with the identity of whoever makes it.
 */
export function createAnswerCall({ callTool, chance, plain }: CallWireDeps): AnswerCall {
  return async function answerCall(ask, body, target) {
    const message = parseJson(body);
    if (!isJsonObject(message)) return false;
    const { id = null, method, params } = message;
    const answer = (result: object): true => {
      sendJson(ask.response, 200, { jsonrpc: '2.0', id, ...result });
      return true;
    };
    if (method === 'tools/call' && isJsonObject(params)) return answer(await call(ask, params, target));
    if (!target.isOnlyWay) return false;
    if (method === 'tools/list') return answer({ result: { tools: target.tools ?? [] } });
    return answer({
      error: { code: rpcCodes.methodNotFound, message: 'There is no such method here.' },
    });
  };

  async function call(ask: Ask, params: JsonObject, { server, tools }: CallTarget): Promise<object> {
    const name = typeof params['name'] === 'string' ? params['name'] : '';
    if (tools && !tools.some((tool) => tool.name === name))
      return { error: { code: rpcCodes.invalidParams, message: `Unknown tool: ${name}` } };
    try {
      const result: ToolResult = await callTool({
        id: chance.uuid(),
        principal: ask.principal ?? plain,
        via: 'mesh',
        name,
        server,
        arguments: withoutTunnel(params['arguments']),
        trace: traceOfAgent(ask.request.headers, params),
        whenAsked: 'tell',
      });
      return { result };
    } catch (error) {
      if (!PatchbayError.is(error)) throw error;
      return {
        result: { content: [{ type: 'text', text: `${error.code}: ${error.message}` }], isError: true },
      };
    }
  }
}

/** What agents tell each other inside of arguments is not for the tool. */
const tunnelled = new Set(['_trace_id', '_parent_span', '_mesh_headers']);

function withoutTunnel(args: Json | undefined): Json | undefined {
  if (!isJsonObject(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => !tunnelled.has(key)));
}
