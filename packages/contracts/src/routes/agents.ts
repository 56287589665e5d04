import { z } from 'zod';
import { agentBodySchema, agentSchema } from '../agents.ts';
import { defineRoute } from '../route.ts';

const tag = 'Agents';
const path = '/api/agents';
const params = z.object({ name: z.string().min(1).max(64).describe('The name of the agent.') });

export const agentRoutes = {
  listAgents: defineRoute({
    method: 'GET',
    path,
    access: { role: 'viewer' },
    tag,
    summary: 'Every agent, by name.',
    status: 200,
    answer: z.array(agentSchema),
  }),
  putAgent: defineRoute({
    method: 'PUT',
    path: `${path}/{name}`,
    access: { role: 'admin' },
    tag,
    summary:
      'Replace an agent, or add it (201). `revision` in the body or If-Match guards against overwriting another change.',
    params,
    body: agentBodySchema,
    status: 200,
    alsoAnswers: [201],
    answer: agentSchema,
    errors: ['ENTRY_FROM_CONFIG', 'ENTRY_CHANGED', 'STORE_UNCERTAIN'],
  }),
  deleteAgent: defineRoute({
    method: 'DELETE',
    path: `${path}/{name}`,
    access: { role: 'admin' },
    tag,
    summary: 'Remove an agent. Its runs go on as it was.',
    params,
    status: 204,
    answer: 'nothing',
    errors: ['ENTRY_NOT_FOUND', 'ENTRY_FROM_CONFIG', 'STORE_UNCERTAIN'],
  }),
};
