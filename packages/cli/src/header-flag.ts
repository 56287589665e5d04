import { z } from 'zod';

/** `name=value`, or `name: value` as headers are written elsewhere. */
export function toHeader(typed: string, context: z.RefinementCtx): [string, string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)\s*[=:]\s*(.+)$/s.exec(typed) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  context.addIssue('Write it as name=value.');
  return z.NEVER;
}
