import type { ToolResult } from '@patchbay/contracts';
import type { CallTrail } from './call.ts';

/** Of a call that was answered. */
export function outcomeOf(trail: CallTrail, result: ToolResult): 'ok' | 'tool-error' {
  return (trail.toolFailed ?? result.isError === true) ? 'tool-error' : 'ok';
}
