import { PatchbayError, type ToolResult } from '@patchbay/contracts';

/**
 * What kept a call from its answer, as an answer: models act on content, and a failed call must not end
 * their turn. A call that was cancelled has nobody to answer, and what is a bug of ours stays one.
 */
export function asContent(error: unknown): ToolResult {
  if (!PatchbayError.is(error) || error.code === 'CALL_CANCELLED') throw error;
  const isOwn = error.code === 'ARGUMENTS_INVALID';
  const text = isOwn ? error.message : `MCP tool execution failed: ${error.message}`;
  // For clients that look after the approval themselves.
  const meta = PatchbayError.is(error, 'APPROVAL_PENDING') && { 'patchbay/approval': error.data };
  return { content: [{ type: 'text', text }], isError: true, ...(meta && { _meta: meta }) };
}
