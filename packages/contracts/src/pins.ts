import { z } from 'zod';
import { pinModes } from './servers.ts';

const flagSchema = z
  .object({
    kind: z.string(),
    where: z.string().describe('Such as description, or inputSchema.properties.path.'),
    says: z.string(),
  })
  .meta({ id: 'ToolFlag' });

const diffLineSchema = z.object({
  kind: z.enum(['same', 'removed', 'added', 'gap']),
  text: z.string(),
});

const pinSchema = z
  .object({
    name: z.string(),
    state: z
      .enum(['accepted', 'changed', 'new', 'unreadable', 'unchecked', 'gone'])
      .describe('gone: it was accepted once, and its server does not have it now.'),
    isHeld: z.boolean().describe('Whether it is neither shown nor called.'),
    digest: z.string().nullable().describe('SHA-256 of the whole definition, as canonical JSON (RFC 8785).'),
    acceptedDigest: z.string().nullable(),
    acceptedAt: z.iso.datetime().nullable(),
    acceptedBy: z
      .string()
      .nullable()
      .describe('Null where it was taken as it came, because it was the first.'),
    flags: z.array(flagSchema).describe('What should make a reader look twice. Advice; it decides nothing.'),
    definition: z.record(z.string(), z.unknown()).nullable().describe('Of one that is new or changed.'),
    diff: z
      .array(diffLineSchema)
      .nullable()
      .describe('From what was accepted to what it is now, with invisible characters as their numbers.'),
  })
  .meta({ id: 'Pin' });
export type PinView = z.infer<typeof pinSchema>;

export const pinsSchema = z
  .object({
    serverId: z.string(),
    pin: z.enum(pinModes),
    review: z.boolean(),
    tools: z.array(pinSchema),
  })
  .meta({ id: 'Pins' });
export type PinsView = z.infer<typeof pinsSchema>;

const named = z.string().min(1);

export const acceptToolsSchema = z
  .strictObject({
    tools: z
      .array(
        z.union([
          named.transform((name) => ({ name, digest: undefined })),
          z.strictObject({ name: named, digest: z.string().describe('What you saw; another is refused.') }),
        ]),
      )
      .min(1)
      .optional()
      .describe('All that are new or changed, if left out.'),
  })
  .meta({ id: 'AcceptTools' });
