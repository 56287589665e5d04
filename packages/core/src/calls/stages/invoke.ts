import { fail, type JsonObject, type ToolResult } from '@patchbay/contracts';
import type { Clock } from '../../clock.ts';
import type { Server } from '../../servers/server.ts';
import { refuseMissingCapability } from '../../interaction/missing-capability.ts';
import type { TraceContext } from '../../tracing/trace-context.ts';
import { traceToServer, type TraceToServerDeps } from '../../tracing/trace-to-server.ts';
import type { ReadyCall, Step } from '../call.ts';

export interface InvokeDeps extends TraceToServerDeps {
  readonly clock: Clock;
  /** Throws when the tool is another now than the one that was judged, and may not be called. */
  readonly recheck: (call: ReadyCall) => void;
  /** How long the client of a call may take to answer what the server asks. */
  readonly interactionMsOf: (server: Server) => number;
}

/** Sends it, and waits for the answer. */
export function invoke(deps: InvokeDeps): Step<ReadyCall> {
  const send = createSend(deps);
  return (call) => {
    const { trail, target, trace: parent } = call;
    trail.attempts += 1;
    const about = { server: target.supervisor.server, method: 'tools/call', tool: target.tool.name, parent };
    const attributes = { 'patchbay.attempt': trail.attempts };
    return traceToServer(deps, { ...about, attributes }, (told) => send(call, told));
  };
}

function createSend({ clock, recheck, interactionMsOf }: InvokeDeps) {
  return async (call: ReadyCall, trace: TraceContext | undefined): Promise<ToolResult> => {
    const { target, args, meta, endsAt, signal, onProgress, log, interaction } = call;
    const { supervisor, tool } = target;
    const timeoutMs = Math.max(1, endsAt - clock.now().getTime());
    const params = { name: tool.name, arguments: args, ...(meta && { _meta: meta }) };
    const beforeSend = (): void => recheck(call);
    const interactionMs = interaction && interactionMsOf(supervisor.server);
    const { headerArguments } = tool;
    const asked = { interaction, interactionMs, ...(headerArguments && { headerArguments }) };
    const ask = {
      method: 'tools/call',
      params,
      timeoutMs,
      signal,
      onProgress,
      log,
      beforeSend,
      origin: call,
      trace,
      ...asked,
    };
    const answer = await supervisor.request(ask);
    if (!answer.error) return toToolResult(answer.result, tool.server);
    const { code, message, data } = answer.error;
    refuseMissingCapability(answer.error, tool.server);
    throw fail('CALL_REFUSED', { serverId: tool.server, tool: tool.name, reason: message, code, data });
  };
}

function toToolResult(result: JsonObject, serverId: string): ToolResult {
  if (Array.isArray(result['content'])) return result as ToolResult;
  if (result['structuredContent'] !== undefined) return { ...result, content: [] };
  throw fail('MCP_PROTOCOL_ERROR', { serverId, reason: 'its answer to the call has no content.' });
}
