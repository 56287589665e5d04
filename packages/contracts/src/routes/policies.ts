import { z } from 'zod';
import { policyBodySchema, policySchema, policyTestSchema, policyVerdictSchema } from '../policies.ts';
import { defineRoute } from '../route.ts';

const tag = 'Policies';
const path = '/api/mcp/approval-policies';

export const policyRoutes = {
  listPolicies: defineRoute({
    method: 'GET',
    path,
    access: { role: 'operator' },
    tag,
    summary: 'Every rule about calls, in the order in which they are asked; the first that matches decides.',
    status: 200,
    answer: z.array(policySchema),
  }),
  putPolicy: defineRoute({
    method: 'PUT',
    path,
    access: { role: 'admin' },
    tag,
    summary:
      'Set a rule. One with the same server, tool, arguments, role and principal is changed; there are never two. It holds when this answers.',
    body: policyBodySchema,
    status: 200,
    answer: policySchema.extend({
      warning: z.string().optional().describe('Where the rule is about nothing that there is now.'),
    }),
    errors: ['STORE_UNCERTAIN'],
  }),
  deletePlainPolicy: defineRoute({
    method: 'DELETE',
    path,
    access: { role: 'admin' },
    tag,
    summary:
      'Remove the rule for this server and tool that has no conditions. What holds then is the default.',
    query: z.strictObject({ serverId: z.string().min(1), toolName: z.string().min(1) }),
    status: 204,
    answer: 'nothing',
    errors: ['POLICY_NOT_FOUND', 'POLICY_FROM_CONFIG', 'STORE_UNCERTAIN'],
  }),
  deletePolicy: defineRoute({
    method: 'DELETE',
    path: `${path}/{id}`,
    access: { role: 'admin' },
    tag,
    summary: 'Remove one rule.',
    params: z.object({ id: z.string().min(1).max(64) }),
    status: 204,
    answer: 'nothing',
    errors: ['POLICY_NOT_FOUND', 'POLICY_FROM_CONFIG', 'STORE_UNCERTAIN'],
  }),
  testPolicies: defineRoute({
    method: 'POST',
    path: `${path}/test`,
    access: { role: 'operator' },
    tag,
    summary:
      'What the rules say about a call, which of them decides, why, and what would change it. Nothing is called.',
    body: policyTestSchema,
    status: 200,
    answer: policyVerdictSchema,
    errors: ['TOOL_NAME_INVALID', 'TOOL_NAME_AMBIGUOUS', 'TOOL_SERVER_UNKNOWN', 'TOOL_NOT_FOUND'],
  }),
};
