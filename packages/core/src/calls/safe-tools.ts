import type { ToolDefinition } from '@patchbay/contracts';
import type { Server } from '../servers/server.ts';

/**
 * Whether calling it twice does no more than calling it once. The server's own hints count only where somebody
 * said that it can be trusted.
 */
export function isSafe({ settings }: Server, { annotations }: ToolDefinition): boolean {
  if (!settings.trustAnnotations) return false;
  return annotations?.['readOnlyHint'] === true || annotations?.['idempotentHint'] === true;
}
