import { z } from 'zod';
import { defineRoute } from '../route.ts';

const findingSchema = z
  .object({
    level: z.enum(['ok', 'note', 'problem']),
    about: z.string().describe('What was looked at.'),
    says: z.string(),
    fix: z.string().nullable(),
    serverId: z.string().nullable(),
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof findingSchema>;

export const doctorRoutes = {
  doctor: defineRoute({
    method: 'GET',
    path: '/api/doctor',
    access: { role: 'viewer' },
    tag: 'Hub',
    summary:
      'What is wrong, why, and what to do: your credential, the hub, and every server with its tools; or, for one server or tool, the way of a call to it up to the first thing that is wrong.',
    query: z.strictObject({
      subject: z.string().min(1).max(512).optional().describe('A server, or a tool as server.tool.'),
      profile: z.string().min(1).max(64).optional().describe('As this profile shows it.'),
    }),
    status: 200,
    answer: z.object({ findings: z.array(findingSchema) }).meta({ id: 'Doctor' }),
    errors: ['PROFILE_NOT_FOUND'],
  }),
};
