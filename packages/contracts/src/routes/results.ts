import { z } from 'zod';
import { integer } from '../fields.ts';
import { defineRoute } from '../route.ts';

const sliceSchema = z
  .object({
    id: z.string(),
    total: z.number().describe('Characters of the whole text.'),
    offset: z.number(),
    text: z.string(),
    nextOffset: z
      .number()
      .optional()
      .describe('Where the next slice begins; left out when this is the last.'),
  })
  .meta({ id: 'ResultSlice' });

export const resultRoutes = {
  readResult: defineRoute({
    method: 'GET',
    path: '/api/results/{id}',
    access: { role: 'operator' },
    tag: 'Tools',
    summary:
      'A slice of an answer that was too long to be given whole. For who made the call, and for admins.',
    params: z.object({
      id: z.string().min(1).max(64).describe('The id of the call, as in patchbay://results/{id}.'),
    }),
    query: z.strictObject({
      offset: integer(0, 1_000_000_000).default(0).describe('In characters.'),
      length: integer(2, 1_000_000).default(50_000).describe('At most so many characters.'),
    }),
    status: 200,
    answer: sliceSchema,
    errors: ['RESULT_NOT_FOUND'],
  }),
};
