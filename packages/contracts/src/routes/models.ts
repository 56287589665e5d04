import { z } from 'zod';
import { modelBodySchema, modelSchema, modelTestSchema } from '../models.ts';
import { defineRoute } from '../route.ts';

const tag = 'Models';
const path = '/api/models';
const params = z.object({ name: z.string().min(1).max(64).describe('The name of the model.') });

export const modelRoutes = {
  listModels: defineRoute({
    method: 'GET',
    path,
    access: { role: 'viewer' },
    tag,
    summary: 'Every model, by name. Keys are never shown.',
    status: 200,
    answer: z.array(modelSchema),
  }),
  putModel: defineRoute({
    method: 'PUT',
    path: `${path}/{name}`,
    access: { role: 'admin' },
    tag,
    summary:
      'Replace a model, or add it (201). Secrets that are left out stay. `revision` in the body or If-Match guards against overwriting another change.',
    params,
    body: modelBodySchema,
    status: 200,
    alsoAnswers: [201],
    answer: modelSchema,
    errors: ['ENTRY_FROM_CONFIG', 'ENTRY_CHANGED', 'INPUT_INVALID', 'STORE_UNCERTAIN'],
  }),
  deleteModel: defineRoute({
    method: 'DELETE',
    path: `${path}/{name}`,
    access: { role: 'admin' },
    tag,
    summary: 'Remove a model and its key. Agents that use it fail until they have another.',
    params,
    status: 204,
    answer: 'nothing',
    errors: ['ENTRY_NOT_FOUND', 'ENTRY_FROM_CONFIG', 'STORE_UNCERTAIN'],
  }),
  testModel: defineRoute({
    method: 'POST',
    path: `${path}/{name}/test`,
    access: { role: 'admin' },
    tag,
    summary:
      'Ask the model to say a word: whether its key, name and address are good. It costs a few tokens.',
    params,
    status: 200,
    answer: modelTestSchema,
    errors: ['ENTRY_NOT_FOUND'],
  }),
};
