import { z } from 'zod';
import { approvalSchema, approvalStatuses } from '../approvals.ts';
import { integer, prose, truth } from '../fields.ts';
import { defineRoute } from '../route.ts';

const tag = 'Approvals';
const params = z.object({ id: z.string().min(1).max(64) });
const json = z.record(z.string(), z.json());

const sight = {
  argsDigest: z.string().max(128).optional().describe('Of the arguments that you saw; checked when given.'),
  nonce: z.string().max(128).optional().describe('Of the approval that you saw; checked when given.'),
};
const reason = prose(2_000).optional().describe('For who asked; a model reads it.');
const edited = json.optional().describe('Run these arguments instead of those that were asked for.');

const approveSchema = z.strictObject({ arguments: edited, modifiedArguments: edited, reason, ...sight });

const answerSchema = approvalSchema
  .extend({ message: z.string().describe('What happens now.') })
  .meta({ id: 'AnsweredApproval' });

const decided = {
  status: 200,
  answer: answerSchema,
  errors: [
    'APPROVAL_NOT_FOUND',
    'APPROVAL_EXPIRED',
    'APPROVAL_DECIDED',
    'APPROVAL_MISMATCH',
    'APPROVAL_STALE',
    'APPROVAL_OWN',
    'ARGUMENTS_INVALID',
    'CALL_DENIED',
  ],
} as const;

export const approvalRoutes = {
  listApprovals: defineRoute({
    method: 'GET',
    path: '/api/approvals',
    access: { role: 'viewer' },
    tag,
    summary:
      'Questions about calls, newest first: those that wait, unless you ask for others. Without the role approver, your own.',
    query: z.strictObject({
      status: z.enum([...approvalStatuses, 'all']).default('PENDING'),
      limit: integer(1, 1_000).default(100),
    }),
    status: 200,
    answer: z.array(approvalSchema),
  }),
  getApproval: defineRoute({
    method: 'GET',
    path: '/api/approvals/{id}',
    access: { role: 'viewer' },
    tag,
    summary: 'One question, what became of it, and the answer of its call if the hub ran that by itself.',
    params,
    status: 200,
    answer: approvalSchema,
    errors: ['APPROVAL_NOT_FOUND'],
  }),
  approveCall: defineRoute({
    method: 'POST',
    path: '/api/approvals/{id}/approve',
    access: { role: 'approver' },
    tag,
    summary: 'Let the call run once, with the arguments that you saw or with others.',
    params,
    body: approveSchema.default({}),
    ...decided,
  }),
  rejectCall: defineRoute({
    method: 'POST',
    path: '/api/approvals/{id}/reject',
    access: { role: 'approver' },
    tag,
    summary: 'Refuse the call. The reason goes to who asked.',
    params,
    body: z.strictObject({ reason, ...sight }).default({}),
    ...decided,
  }),
  answerApproval: defineRoute({
    method: 'POST',
    path: '/api/responses/approval/{id}',
    access: { role: 'approver' },
    tag,
    summary: 'Either of both in one route, as chat clients do it.',
    params,
    body: z.strictObject({ approved: truth, arguments: edited, reason, ...sight }),
    ...decided,
  }),
  withdrawApproval: defineRoute({
    method: 'DELETE',
    path: '/api/approvals/{id}',
    access: { role: 'operator' },
    tag,
    summary: 'Take back a question about a call of your own.',
    params,
    status: 204,
    answer: 'nothing',
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_DECIDED'],
  }),
};
