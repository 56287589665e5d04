import type { Server } from '../servers/server.ts';
import { withoutBaggage, type TraceContext } from './trace-context.ts';
import { traced, type SpanAttributes, type Tracing } from './tracing.ts';

export interface TraceToServerDeps {
  readonly tracing: Tracing;
  /** Whether what clients say in `baggage` may go to this server. */
  readonly sharesBaggage: (server: string) => boolean;
}

interface AskedOfServer {
  readonly server: Server;
  readonly method: string;
  /** What it is about, as the server calls it: a tool, or nothing that somebody wrote. */
  readonly tool?: string | undefined;
  readonly parent: TraceContext | undefined;
  readonly attributes?: SpanAttributes | undefined;
}

/** One request to a server as a span of its own. `send` is given what the server may know of the trace. */
export function traceToServer<T>(
  { tracing, sharesBaggage }: TraceToServerDeps,
  asked: AskedOfServer,
  send: (told: TraceContext | undefined) => Promise<T>,
): Promise<T> {
  const { server, parent } = asked;
  const tell = (context: TraceContext | undefined): Promise<T> =>
    send(context?.baggage === undefined || sharesBaggage(server.name) ? context : withoutBaggage(context));
  if (!tracing.isOn) return tell(parent);
  const { method, tool } = asked;
  const name = tool === undefined ? method : `${method} ${tool}`;
  return traced(tracing, { name, kind: 'client', parent, attributes: toAttributes(asked) }, tell);
}

function toAttributes({ server, method, tool, attributes }: AskedOfServer): SpanAttributes {
  return {
    'mcp.method.name': method,
    ...(tool !== undefined && { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool }),
    'patchbay.server': server.name,
    'network.transport': server.transport.kind === 'stdio' ? 'pipe' : 'tcp',
    ...attributes,
  };
}
