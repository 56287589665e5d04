import { z } from 'zod';
import { defineRoute } from '../route.ts';

const tag = 'Calls';

const unknownCallSchema = z
  .object({
    id: z.string(),
    serverId: z.string(),
    toolName: z.string(),
    principal: z.string(),
    via: z.string(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'UnknownCall' });

export const callRoutes = {
  listUnknownCalls: defineRoute({
    method: 'GET',
    path: '/api/mcp/calls/unknown',
    access: { role: 'operator' },
    tag,
    summary:
      'Calls that were on their way when the hub was killed: they may have run. Newest first. Without the role admin, your own.',
    status: 200,
    answer: z.array(unknownCallSchema),
  }),
  dismissUnknownCall: defineRoute({
    method: 'DELETE',
    path: '/api/mcp/calls/unknown/{id}',
    access: { role: 'operator' },
    tag,
    summary: 'Say that somebody has looked what became of it.',
    params: z.object({ id: z.string().min(1).max(64) }),
    status: 204,
    answer: 'nothing',
    errors: ['CALL_NOT_FOUND'],
  }),
};
