import type { ToolResult } from '@patchbay/contracts';
import { IsolatedFailure } from '../isolated/isolated-tools.ts';
import type { CallInfo } from '../tool.ts';
import type { ToolDefinition } from '../tool-definition.ts';
import type { Timers } from '../world.ts';
import { errorResult, messageOf, toResult } from './results.ts';
import { passed, TimeLimit } from './time-limit.ts';

export interface Running {
  readonly definition: ToolDefinition;
  readonly timers: Timers;
  /** Aborted when the time is up, so that the handler can stop. */
  readonly controller: AbortController;
  readonly progress: CallInfo['progress'];
}

const timedOut = errorResult('Timeout waiting for async result');

/** Calls a handler and turns whatever comes of it into a result. It never throws. */
export async function runTool(start: () => unknown, running: Running): Promise<ToolResult> {
  let returned: unknown;
  try {
    returned = start();
  } catch (error) {
    return errorResult(`Error: ${messageOf(error)}`);
  }
  const limit = new TimeLimit(running.timers, running.definition.timeoutMs);
  try {
    const value = await limit.within(finish(returned, limit, running));
    if (value !== passed) return toResult(value, running.definition.output);
    running.controller.abort(new DOMException('The time for this call is up.', 'TimeoutError'));
    return timedOut;
  } catch (error) {
    return errorResult(`${prefixOf(error)}: ${messageOf(error)}`);
  } finally {
    limit.end();
  }
}

const prefixes = { threw: 'Error', rejected: 'Async error', unusable: 'Access error' } as const;

function prefixOf(error: unknown): string {
  return prefixes[error instanceof IsolatedFailure ? error.kind : 'rejected'];
}

async function finish(
  returned: unknown,
  limit: TimeLimit,
  { progress, controller }: Running,
): Promise<unknown> {
  const value = await returned;
  if (!isPieces(value)) return value;
  let text = '';
  for await (const piece of value) {
    if (controller.signal.aborted) break;
    text += piece;
    limit.renew();
    progress(piece);
  }
  return text;
}

function isPieces(value: unknown): value is AsyncIterable<string> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
