import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { readTrace, spanIdOf, traceIdOf, type TraceContext } from '@patchbay/core';

/**
 * What an agent says that its request belongs to: in the words of the W3C, or else in those of the mesh, which may also
 * be hidden among the arguments. An id that the W3C could not carry begins nothing here.
 */
export function traceOfAgent(headers: IncomingHttpHeaders, params?: JsonObject): TraceContext | undefined {
  const { traceparent, tracestate, baggage } = headers;
  const meta = isJsonObject(params?.['_meta']) ? params['_meta'] : {};
  const args = isJsonObject(params?.['arguments']) ? params['arguments'] : {};
  return (
    readTrace({ traceparent, tracestate, baggage }) ??
    readTrace(meta) ??
    fromMesh(headers['x-trace-id'], headers['x-parent-span']) ??
    fromMesh(args['_trace_id'], args['_parent_span'])
  );
}

function fromMesh(traceId: unknown, parentSpan: unknown): TraceContext | undefined {
  if (typeof traceId !== 'string' || typeof parentSpan !== 'string') return undefined;
  return readTrace({
    traceparent: `00-${traceId.replaceAll('-', '').toLowerCase()}-${parentSpan.toLowerCase()}-01`,
  });
}

/** For an agent, in both languages. */
export function toAgentHeaders(trace: TraceContext): Record<string, string> {
  const { traceparent, tracestate } = trace;
  return {
    traceparent,
    ...(tracestate !== undefined && { tracestate }),
    'x-trace-id': traceIdOf(trace),
    'x-parent-span': spanIdOf(trace),
  };
}
