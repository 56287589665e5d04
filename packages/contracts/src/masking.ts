import { z } from 'zod';
import { truth } from './fields.ts';

/** What the hub itself finds in results, each by a pattern of its own. */
export const maskingPatterns = [
  'github_token',
  'slack_token',
  'aws_access_key',
  'aws_secret_key',
  'certificate_authority_data',
  'private_key',
  'certificate',
  'ssh_key',
  'secret_key',
  'api_key',
  'password',
  'token',
  'email',
  'base64_secret',
  'base64_short',
] as const;
export type MaskingPattern = (typeof maskingPatterns)[number];

const maskingGroups = ['basic', 'secrets', 'security', 'kubernetes', 'cloud', 'all'] as const;
export type MaskingGroup = (typeof maskingGroups)[number];

/** A group, one pattern, or what takes more than a pattern to find. */
export const maskingNameSchema = z.enum([...maskingGroups, ...maskingPatterns, 'kubernetes_secret']);
export type MaskingName = z.output<typeof maskingNameSchema>;

/** What an operator says about the results of one server. Stored credentials are masked whatever it says. */
export const serverMaskingSchema = z.strictObject({
  enabled: truth.default(true).describe('Whether patterns are applied; stored credentials always are.'),
  groups: z
    .array(maskingNameSchema)
    .optional()
    .describe('Groups and patterns for this server instead of `masking.groups`.'),
});
