import { z } from 'zod';
import { integer, truth } from '../fields.ts';
import { defineRoute } from '../route.ts';

const tag = 'Audit';
const hash = z.string().describe('SHA-256, in hexadecimal.');
/** In the one form that is stored, so that texts compare as the times do. */
const time = z.iso
  .datetime({ offset: true, error: 'Write a time such as 2026-01-31T12:00:00Z.' })
  .transform((text) => new Date(text).toISOString());

const rowSchema = z
  .object({
    seq: z.number().describe('Its place in the chain.'),
    id: z.string().describe('The id of the call.'),
    at: z.string().describe('When it was asked for.'),
    principal: z.string(),
    principalName: z.string(),
    via: z.string().describe('The face that it came in by: rest, mcp, library, run or mesh; hub for a gap.'),
    serverId: z.string().nullable(),
    toolName: z.string().describe('As the caller wrote it, where there is no such tool.'),
    toolDigest: hash.nullable(),
    policy: z.string().nullable().describe('The rule that decided, if one did.'),
    decision: z.string().nullable().describe('allow, deny or ask; null when it never came that far.'),
    approval: z.string().nullable(),
    argsDigest: hash.nullable(),
    argsBytes: z.number().nullable(),
    resultDigest: hash.nullable(),
    resultBytes: z.number().nullable(),
    outcome: z
      .string()
      .describe('ok, tool-error, an error code; or gap, for calls that could not be written down.'),
    latencyMs: z.number(),
    attempts: z.number().describe('How often it was sent.'),
    missing: z.number().describe('How many calls a gap stands for.'),
    hasValues: z.boolean().describe('Whether arguments and result were kept.'),
    traceId: z
      .string()
      .nullable()
      .describe('Of the trace that it belongs to: what the client said, or the hub began.'),
    prevHash: hash,
    hash,
    values: z
      .object({ arguments: z.string().nullable(), result: z.string().nullable() })
      .nullable()
      .optional()
      .describe('With `values=true`: what was kept, masked; null where nothing was, or it cannot be opened.'),
  })
  .meta({ id: 'AuditRow' });
export type AuditRowView = z.infer<typeof rowSchema>;

const pageSchema = z
  .object({
    rows: z.array(rowSchema),
    nextCursor: z.string().nullable().describe('For the next page; null when this is the last.'),
  })
  .meta({ id: 'AuditPage' });

const linkSchema = z.object({ seq: z.number(), hash });

const reportSchema = z
  .object({
    ok: z.boolean(),
    rows: z.number().describe('How many rows are as they were written.'),
    from: linkSchema.describe('The last row that was forgotten; before the first row, seq 0.'),
    to: linkSchema.describe(
      'The last row that is right. Note it elsewhere to find out later who rewrote the whole chain.',
    ),
    firstBroken: z
      .object({
        seq: z.number(),
        id: z.string().nullable(),
        reason: z
          .enum(['changed', 'missing', 'added'])
          .describe('It is not what was written, it is gone, or nobody wrote it.'),
      })
      .optional(),
  })
  .meta({ id: 'AuditReport' });
export type AuditReportView = z.infer<typeof reportSchema>;

const filters = {
  from: time.optional().describe('Calls asked for at this time or later.'),
  to: time.optional().describe('Calls asked for before this time.'),
  call: z.string().max(512).optional().describe('The id of one call.'),
  principal: z.string().max(512).optional().describe('The id of who called, such as key:ab12.'),
  server: z.string().max(512).optional(),
  tool: z.string().max(512).optional().describe('The name that the server itself has for it.'),
  outcome: z.string().max(60).optional().describe('ok, tool-error, an error code, or gap.'),
  via: z.enum(['rest', 'mcp', 'library', 'run', 'mesh', 'hub']).optional(),
  decision: z.enum(['allow', 'deny', 'ask']).optional(),
  approval: z.string().max(512).optional().describe('The id of an approval.'),
  trace: z.string().max(32).optional().describe('The id of a trace.'),
  values: truth.default(false).describe('Also arguments and results that were kept. Needs the role admin.'),
};

export const auditRoutes = {
  listAudit: defineRoute({
    method: 'GET',
    path: '/api/audit',
    access: { role: 'operator' },
    tag,
    summary: 'Every call and every refusal, newest first.',
    query: z.strictObject({
      ...filters,
      limit: integer(1, 1_000).default(100),
      cursor: z.string().max(100).optional().describe('`nextCursor` of the page before.'),
    }),
    status: 200,
    answer: pageSchema,
  }),
  exportAudit: defineRoute({
    method: 'GET',
    path: '/api/audit/export',
    access: { role: 'operator' },
    tag,
    summary: 'The same without an end to the page: a line of JSON for each row, or CSV with `format=csv`.',
    query: z.strictObject({ ...filters, format: z.enum(['csv', 'jsonl']).default('jsonl') }),
    status: 200,
    answer: 'application/jsonl',
  }),
  verifyAudit: defineRoute({
    method: 'GET',
    path: '/api/audit/verify',
    access: { role: 'operator' },
    tag,
    summary: 'Whether every row is as it was written, and none is missing.',
    status: 200,
    answer: reportSchema,
  }),
};
