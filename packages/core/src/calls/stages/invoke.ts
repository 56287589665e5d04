import { fail, type JsonObject, type ToolResult } from '@patchbay/contracts';
import type { Server } from '../../servers/server.ts';
import type { ReadyCall, Step } from '../call.ts';

export interface InvokeDeps {
  readonly callMsOf: (server: Server) => number;
}

/** Sends it, and waits for the answer. */
export function invoke({ callMsOf }: InvokeDeps): Step<ReadyCall> {
  return async ({ target: { supervisor, tool }, args, meta, signal, onProgress }) => {
    const params = { name: tool.name, arguments: args, ...(meta && { _meta: meta }) };
    const timeoutMs = callMsOf(supervisor.server);
    const answer = await supervisor.request({ method: 'tools/call', params, timeoutMs, signal, onProgress });
    if (!answer.error) return toToolResult(answer.result, tool.server);
    const { code, message, data } = answer.error;
    throw fail('CALL_REFUSED', { serverId: tool.server, tool: tool.name, reason: message, code, data });
  };
}

function toToolResult(result: JsonObject, serverId: string): ToolResult {
  if (Array.isArray(result['content'])) return result as ToolResult;
  if (result['structuredContent'] !== undefined) return { ...result, content: [] };
  throw fail('MCP_PROTOCOL_ERROR', { serverId, reason: 'its answer to the call has no content.' });
}
