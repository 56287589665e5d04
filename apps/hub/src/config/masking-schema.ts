import { maskingNameSchema, PatchbayError } from '@patchbay/contracts';
import { z } from 'zod';
import { compilePattern } from '../patterns.ts';

const source = z
  .string()
  .min(1)
  .superRefine((pattern, context) => {
    try {
      compilePattern(pattern);
    } catch (error) {
      if (!PatchbayError.is(error, 'PATTERN_INVALID')) throw error;
      context.addIssue(`It cannot be used: ${error.data.reason}. ${error.fix}`);
    }
  });

const patternSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use up to 40 small letters, digits and _, with a letter first.')
    .optional()
    .describe('What metrics call it. Without one, custom_1, custom_2 and so on.'),
  pattern: source.describe('A regular expression in RE2 syntax; (?i) at its start ignores case.'),
  replacement: z
    .string()
    .optional()
    .describe('What stands instead of a match; $1 and $<name> are groups of it. Without one, [MASKED_NAME].'),
  description: z.string().optional().describe('For people.'),
});

/** What results must not show, beside the credentials that the hub holds. */
export const maskingSchema = z.strictObject({
  groups: z
    .array(maskingNameSchema)
    .default(['security'])
    .describe('Groups, single patterns, and kubernetes_secret. Empty applies none.'),
  patterns: z.array(patternSchema).max(100).default([]).describe('Patterns of your own.'),
});
