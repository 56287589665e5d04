import { integer, line, roles, truth } from '@patchbay/contracts';
import { z } from 'zod';

const most = 1_000_000_000;
const amount = (max: number) => integer(1, max).nullable().default(null);

const limitSchema = z
  .strictObject({
    name: line(100)
      .min(1)
      .nullable()
      .default(null)
      .describe('How those who are refused hear of it, and what it is counted under.'),
    server: z
      .string()
      .min(1)
      .max(64)
      .default('*')
      .describe('The name of a server; may have `*` and `?`. All if left out.'),
    tool: z
      .string()
      .min(1)
      .max(255)
      .default('*')
      .describe('The name of a tool as its server calls it; may have `*` and `?`. All if left out.'),
    principal: line(300)
      .min(1)
      .nullable()
      .default(null)
      .describe('Only for this one, as `GET /api/me` names it: key:<id>, or token:<issuer>#<subject>.'),
    role: z.enum(roles).nullable().default(null).describe('Only for principals that have this role.'),
    ratePerMinute: amount(most).describe('Calls a minute; as many may come at once after a quiet minute.'),
    concurrent: amount(most).describe('Calls at the same time.'),
    perDay: amount(most).describe('Calls a day, in UTC.'),
    shared: truth.default(false).describe('Counts all principals together; otherwise each has its own.'),
  })
  .refine((rule) => rule.principal === null || rule.role === null, {
    path: ['role'],
    message: 'Name a principal or a role, not both.',
  })
  .refine((rule) => [rule.ratePerMinute, rule.concurrent, rule.perDay].some((limit) => limit !== null), {
    message: 'Say how much: ratePerMinute, concurrent or perDay.',
  });
export type LimitEntry = z.output<typeof limitSchema>;

/** How much principals may use of servers and tools. */
export const limitsSchema = z.array(limitSchema).superRefine(namesAreUnique).default([]);

/** What people call it, or else what it is about. */
export function limitNameOf({ name, server, tool, principal, role }: LimitEntry): string {
  const who = principal ?? (role === null ? '' : `role ${role}`);
  const what = server === '*' && tool === '*' ? 'every call' : `${server}.${tool}`;
  return name ?? `${what}${who && ` of ${who}`}`.slice(0, 100);
}

/** Two of the same name would count each other's calls. */
function namesAreUnique(entries: readonly LimitEntry[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const name = limitNameOf(entry);
    if (seen.has(name))
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: `There is a limit "${name}" above already; give this one another name.`,
      });
    seen.add(name);
  }
}
