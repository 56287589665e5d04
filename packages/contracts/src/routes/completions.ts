import { z } from 'zod';
import { completionBodySchema, completionModelSchema, completionSchema } from '../completions.ts';
import { defineRoute } from '../route.ts';

const tag = 'OpenAI';

export const completionRoutes = {
  createCompletion: defineRoute({
    method: 'POST',
    path: '/v1/chat/completions',
    access: { role: 'operator' },
    tag,
    summary:
      "Ask an agent as OpenAI's clients ask a model, streamed or not. Failures have OpenAI's shape here.",
    body: completionBodySchema,
    status: 200,
    answer: completionSchema,
    errors: ['AGENT_NOT_FOUND', 'RUN_FAILED', 'RUN_NOT_FOUND'],
  }),
  listCompletionModels: defineRoute({
    method: 'GET',
    path: '/v1/models',
    access: { role: 'viewer' },
    tag,
    summary: 'The agents, as models of an OpenAI client.',
    status: 200,
    answer: z.object({ object: z.literal('list'), data: z.array(completionModelSchema) }),
  }),
  getCompletionModel: defineRoute({
    method: 'GET',
    path: '/v1/models/{model}',
    access: { role: 'viewer' },
    tag,
    summary: 'One agent, as a model of an OpenAI client.',
    params: z.object({ model: z.string().min(1).max(64) }),
    status: 200,
    answer: completionModelSchema,
    errors: ['AGENT_NOT_FOUND'],
  }),
};
