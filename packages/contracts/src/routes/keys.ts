import { z } from 'zod';
import { permissions, roles } from '../access.ts';
import { createdKeySchema, createKeySchema, keySchema } from '../keys.ts';
import { defineRoute } from '../route.ts';

export const principalSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['key', 'token']),
    roles: z.array(z.enum(roles)),
    permissions: z.array(z.enum(permissions)),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Principal' });

export const keyRoutes = {
  me: defineRoute({
    method: 'GET',
    path: '/api/me',
    access: { role: 'viewer' },
    tag: 'Keys',
    summary: 'Who the hub takes you for, and what you may do.',
    status: 200,
    answer: principalSchema,
  }),
  listKeys: defineRoute({
    method: 'GET',
    path: '/api/keys',
    access: { role: 'admin' },
    tag: 'Keys',
    summary: 'Every key, without the keys themselves.',
    status: 200,
    answer: z.array(keySchema),
  }),
  createKey: defineRoute({
    method: 'POST',
    path: '/api/keys',
    access: { role: 'admin' },
    tag: 'Keys',
    summary: 'Create a key. The answer shows it once. Only a key with exec can give exec.',
    body: createKeySchema,
    status: 201,
    answer: createdKeySchema,
    errors: ['STORE_UNCERTAIN'],
  }),
  revokeKey: defineRoute({
    method: 'DELETE',
    path: '/api/keys/{id}',
    access: { role: 'admin' },
    tag: 'Keys',
    summary: 'Revoke a key at once and for good.',
    params: z.object({ id: z.string().min(1).max(64) }),
    status: 200,
    answer: keySchema,
    errors: ['KEY_NOT_FOUND', 'KEY_LAST_ADMIN', 'KEY_PRESET', 'STORE_UNCERTAIN'],
  }),
};
