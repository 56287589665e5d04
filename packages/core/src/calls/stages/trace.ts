import type { ToolResult } from '@patchbay/contracts';
import { errorTypeOf, type SpanAttributes, type SpanEnd, type Tracing } from '../../tracing/tracing.ts';
import type { Stage, TrailedCall } from '../call.ts';
import { outcomeOf } from '../outcome.ts';

export interface TraceDeps {
  readonly tracing: Tracing;
}

/** One span for the whole way of a call; what happens on the way belongs to it. */
export function trace({ tracing }: TraceDeps): Stage<TrailedCall> {
  return (next) => {
    if (!tracing.isOn) return next;
    return async (call) => {
      const kind = call.via === 'run' || call.via === 'library' ? 'internal' : 'server';
      const span = tracing.begin({ name: 'tools/call', kind, parent: call.trace });
      call.trail.trace = span.context;
      try {
        const result = await next({ ...call, trace: span.context });
        span.end(describe(call, result));
        return result;
      } catch (error) {
        span.end({ ...describe(call), error: errorTypeOf(error) });
        throw error;
      }
    };
  };
}

/** What is only as the caller wrote it is left out: anybody can write anything. */
function describe({ id, via, principal, trail }: TrailedCall, result?: ToolResult): SpanEnd {
  const { target, verdict, approval, attempts } = trail;
  const attributes: SpanAttributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': target?.tool.name,
    'patchbay.server': target?.tool.server,
    'patchbay.call.id': id,
    'patchbay.via': via,
    'patchbay.principal': principal.id,
    'patchbay.verdict': verdict?.decision,
    'patchbay.policy': verdict?.policy,
    'patchbay.approval': approval,
    'patchbay.attempts': attempts,
  };
  const hasFailed = result !== undefined && outcomeOf(trail, result) === 'tool-error';
  return {
    name: target ? `tools/call ${target.tool.name}` : undefined,
    attributes,
    ...(hasFailed && { error: 'tool_error' }),
  };
}
