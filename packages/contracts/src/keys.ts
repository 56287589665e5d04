import { z } from 'zod';
import { permissions, roles } from './access.ts';
import { integer, line } from './fields.ts';

const unique = <T>(items: readonly T[]): boolean => new Set(items).size === items.length;

/** A key as any face shows it: everything but the key. */
export const keySchema = z
  .object({
    id: z.string().describe('The middle part of the key: pbk_<id>_<secret>.'),
    name: z.string(),
    roles: z.array(z.enum(roles)),
    permissions: z.array(z.enum(permissions)),
    hint: z.string().describe('The last four characters of the key, to recognise it by.'),
    origin: z
      .enum(['first-start', 'preset', 'created'])
      .describe('first-start: made by the hub; preset: from PATCHBAY_ADMIN_KEY; created: by an admin.'),
    maxAgents: z
      .number()
      .nullable()
      .describe('How many agents of the mesh it may register; as `mesh.maxAgentsPerKey` says if null.'),
    createdBy: z.string().nullable().describe('The principal that created it.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Key' });
export type KeyView = z.infer<typeof keySchema>;

export const createKeySchema = z
  .strictObject({
    name: line(100).min(1).describe('What or whom the key is for.'),
    roles: z
      .array(z.enum(roles))
      .refine(unique, 'Name each role once.')
      .describe('At least one, unless the key is only for agents of the mesh.'),
    permissions: z.array(z.enum(permissions)).refine(unique, 'Name each permission once.').default([]),
    maxAgents: integer(1, 1_000_000)
      .optional()
      .describe('How many agents of the mesh it may register; as `mesh.maxAgentsPerKey` says if left out.'),
    expiresAt: z.iso.datetime({ offset: true }).optional().describe('Never, if left out.'),
  })
  .refine((key) => key.maxAgents === undefined || key.permissions.includes('mesh'), {
    path: ['maxAgents'],
    message: 'Only a key with the permission mesh registers agents.',
  })
  .refine((key) => key.roles.length > 0 || key.permissions.includes('mesh'), {
    path: ['roles'],
    message: 'Name at least one role, or the permission mesh.',
  })
  .meta({ id: 'CreateKey' });
export type CreateKey = z.infer<typeof createKeySchema>;

export const createdKeySchema = keySchema
  .extend({ key: z.string().describe('The key itself. It is shown this once and cannot be read again.') })
  .meta({ id: 'CreatedKey' });
