import { z } from 'zod';
import { newProfileSchema, profileBodySchema, profileSchema } from '../profiles.ts';
import { defineRoute } from '../route.ts';

const tag = 'Profiles';
const path = '/api/profiles';
const params = z.object({ name: z.string().min(1).max(64).describe('The name of the profile.') });

const profileToolSchema = z
  .object({
    name: z.string().describe('What clients of the profile call it.'),
    serverId: z.string(),
    toolName: z.string().describe('What its server calls it.'),
    description: z.string(),
    listed: z.boolean().describe('False for one that is only found by search_tools.'),
  })
  .meta({ id: 'ProfileTool' });
export type ProfileTool = z.infer<typeof profileToolSchema>;

export const profileRoutes = {
  listProfiles: defineRoute({
    method: 'GET',
    path,
    access: { role: 'viewer' },
    tag,
    summary: 'Every profile that you may use, by name; all of them for an admin.',
    status: 200,
    answer: z.array(profileSchema),
  }),
  createProfile: defineRoute({
    method: 'POST',
    path,
    access: { role: 'admin' },
    tag,
    summary: 'Add a profile. MCP clients find it at once at `/mcp/{name}`.',
    body: newProfileSchema,
    status: 201,
    answer: profileSchema,
    errors: ['PROFILE_EXISTS', 'PROFILE_FROM_CONFIG', 'STORE_UNCERTAIN'],
  }),
  getProfile: defineRoute({
    method: 'GET',
    path: `${path}/{name}`,
    access: { role: 'viewer' },
    tag,
    summary: 'One profile.',
    params,
    status: 200,
    answer: profileSchema,
    errors: ['PROFILE_NOT_FOUND'],
  }),
  putProfile: defineRoute({
    method: 'PUT',
    path: `${path}/{name}`,
    access: { role: 'admin' },
    tag,
    summary:
      'Change a profile, or add it (201). What is left out stays. `revision` in the body or If-Match guards against overwriting another change.',
    params,
    body: profileBodySchema,
    status: 200,
    alsoAnswers: [201],
    answer: profileSchema,
    errors: ['PROFILE_FROM_CONFIG', 'PROFILE_CHANGED', 'STORE_UNCERTAIN'],
  }),
  deleteProfile: defineRoute({
    method: 'DELETE',
    path: `${path}/{name}`,
    access: { role: 'admin' },
    tag,
    summary: 'Remove a profile. Its endpoint and its sessions end.',
    params,
    status: 204,
    answer: 'nothing',
    errors: ['PROFILE_NOT_FOUND', 'PROFILE_FROM_CONFIG', 'STORE_UNCERTAIN'],
  }),
  profileTools: defineRoute({
    method: 'GET',
    path: `${path}/{name}/tools`,
    access: { role: 'viewer' },
    tag,
    summary: 'The tools that you have in this profile, under the names that its clients see.',
    params,
    status: 200,
    answer: z.object({ tools: z.array(profileToolSchema) }).meta({ id: 'ProfileTools' }),
    errors: ['PROFILE_NOT_FOUND'],
  }),
};
