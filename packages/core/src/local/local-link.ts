import {
  fail,
  isJsonObject,
  modernVersion,
  reasonOf,
  rpcCodes,
  type JsonObject,
  type RpcAnswer,
  type ToolResult,
} from '@patchbay/contracts';
import type { Link, LinkEnd, LinkRequest } from '../connections/link.ts';
import type { Log } from '../log.ts';
import type { Timers } from '../timers.ts';
import { localName } from './local-server.ts';
import type { LocalTool } from './local-tool.ts';

export interface LocalLinkDeps {
  readonly tools: ReadonlyMap<string, LocalTool>;
  readonly timers: Timers;
  readonly log: Log;
}

/** To everything above it, the functions of the program are one more server. */
export function openLocalLink(deps: LocalLinkDeps): Link {
  const ended = Promise.withResolvers<LinkEnd>();
  const closing = new AbortController();
  const request = async (ask: LinkRequest): Promise<RpcAnswer> => {
    if (closing.signal.aborted) throw closed('not-sent');
    if (ask.method === 'tools/list') return { result: { tools: definitions(deps) } };
    if (ask.method === 'tools/call') return call(deps, ask, closing.signal);
    return { error: { code: rpcCodes.methodNotFound, message: `There is no ${ask.method}.` } };
  };
  return {
    ...greeting,
    request,
    watch() {},
    ended: ended.promise,
    async close() {
      closing.abort();
      ended.resolve({ reason: 'It was closed.', isOurs: true });
    },
  };
}

const greeting = {
  era: 'modern',
  protocolVersion: modernVersion,
  serverInfo: undefined,
  capabilities: { tools: {} },
  instructions: undefined,
} as const;

function definitions({ tools }: LocalLinkDeps): JsonObject[] {
  return [...tools.values()].map(({ definition }) => definition);
}

async function call(deps: LocalLinkDeps, ask: LinkRequest, closing: AbortSignal): Promise<RpcAnswer> {
  const { name, arguments: args } = ask.params ?? {};
  const tool = typeof name === 'string' ? deps.tools.get(name) : undefined;
  if (!tool || !ask.origin)
    return { error: { code: rpcCodes.invalidParams, message: 'This tool was taken away.' } };
  if (ask.signal?.aborted === true) throw fail('CALL_CANCELLED', {});
  const wait = waitFor(ask, deps.timers, closing);
  const { id, principal, via } = ask.origin;
  const { signal } = wait;
  const progress = (params: JsonObject): void => void (signal.aborted || ask.onProgress?.(params));
  try {
    const answer = run(deps, tool, isJsonObject(args) ? args : {}, { id, principal, via, signal, progress });
    return { result: await Promise.race([answer, wait.over]) };
  } finally {
    wait.stop();
  }
}

/** A function that fails has failed as a tool does: the model is told, and nothing is wrong with the hub. */
async function run(
  { log }: LocalLinkDeps,
  tool: LocalTool,
  ...[args, local]: Parameters<LocalTool['run']>
): Promise<ToolResult> {
  try {
    return await tool.run(args, local);
  } catch (error) {
    log.warn('local-tool.failed', { tool: tool.definition.name, call: local.id, error });
    return { content: [{ type: 'text', text: reasonOf(error) }], isError: true };
  }
}

/** Rejects, and tells the function, when nobody waits for its answer any more. */
function waitFor({ timeoutMs, signal }: LinkRequest, timers: Timers, closing: AbortSignal) {
  const over = Promise.withResolvers<never>();
  const controller = new AbortController();
  const end = (error: Error): void => {
    over.reject(error);
    controller.abort(error);
  };
  const giveUp = (): void => end(fail('CALL_CANCELLED', {}));
  const close = (): void => end(closed('unknown'));
  const cancel = timers.after(timeoutMs, () =>
    end(fail('MCP_TIMEOUT', { serverId: localName, afterMs: timeoutMs, phase: 'unknown' })),
  );
  signal?.addEventListener('abort', giveUp);
  closing.addEventListener('abort', close);
  return {
    over: over.promise,
    signal: controller.signal,
    stop(): void {
      cancel();
      signal?.removeEventListener('abort', giveUp);
      closing.removeEventListener('abort', close);
    },
  };
}

function closed(phase: 'not-sent' | 'unknown') {
  return fail('MCP_CONNECTION_FAILED', { serverId: localName, reason: 'the hub has stopped.', phase });
}
