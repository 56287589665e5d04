import { fail, type ToolResult } from '@patchbay/contracts';
import { asContent, type RunTool } from '@patchbay/core';

/** Why there is no answer, in words for the model. */
export function toContent(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** It must not be made again, and the model must not think that it was not. */
export function outcomeUnknown({ server, tool }: RunTool): ToolResult {
  const reason = 'Patchbay was stopped before its answer was stored.';
  return asContent(fail('OUTCOME_UNKNOWN', { serverId: server, tool, reason }));
}
