import { z } from 'zod';
import { policyBodySchema } from './policies.ts';

/** PENDING until somebody decides; APPROVED until the call is sent, which uses it up. */
export const approvalStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'USED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const whoSchema = z.object({ id: z.string(), name: z.string() });

export const approvalSchema = z
  .object({
    id: z.string(),
    status: z.enum(approvalStatuses),
    serverId: z.string().describe('The name of the server.'),
    toolName: z.string(),
    arguments: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What will run. Null in a list where it is too long for one: ask for the approval itself.'),
    argumentsText: z
      .string()
      .nullable()
      .describe('The same, as the very text that will be sent. Null where `arguments` is.'),
    argsDigest: z
      .string()
      .describe('Send it back with your decision: it is then about these arguments only.'),
    isEdited: z.boolean().describe('Whether the one who decided changed what was asked for.'),
    nonce: z.string(),
    principal: whoSchema.describe('Who wants to make the call.'),
    via: z.string(),
    callId: z.string(),
    reason: z.string().describe('Why somebody is asked.'),
    policyId: z.string().nullable(),
    serverRevision: z.number(),
    toolDigest: z.string(),
    requestedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
    decidedBy: whoSchema.nullable(),
    decisionReason: z.string().nullable(),
    outcome: z.string().nullable().describe('How the call ended: ok, tool-error, or an error code.'),
    suggestedPolicy: policyBodySchema
      .nullable()
      .describe('The rule that `remember` would write; null where there is no argument to hold on to.'),
    result: z
      .unknown()
      .optional()
      .describe('The answer of a call that the hub ran by itself; for who asked.'),
  })
  .meta({ id: 'Approval' });
export type ApprovalView = z.infer<typeof approvalSchema>;
