import { z } from 'zod';
import { acceptToolsSchema, pinsSchema } from '../pins.ts';
import { defineRoute } from '../route.ts';

const params = z.object({ name: z.string().min(1).max(64).describe('The name of the server, or its id.') });
const tag = 'Tools';

export const pinRoutes = {
  serverPins: defineRoute({
    method: 'GET',
    path: '/api/mcp/servers/{name}/pins',
    access: { role: 'viewer' },
    tag,
    summary: 'How each tool of a server stands to what was accepted of it, what changed, and what looks odd.',
    params,
    status: 200,
    answer: pinsSchema,
    errors: ['SERVER_NOT_FOUND'],
  }),
  acceptTools: defineRoute({
    method: 'POST',
    path: '/api/mcp/servers/{name}/pins/accept',
    access: { role: 'admin' },
    tag,
    summary:
      'Say that somebody has looked at these tools as they are now. Held ones are shown and called again.',
    params,
    body: acceptToolsSchema,
    status: 200,
    answer: pinsSchema,
    errors: ['SERVER_NOT_FOUND', 'TOOL_NOT_FOUND', 'DEFINITION_CHANGED', 'STORE_UNCERTAIN'],
  }),
};
