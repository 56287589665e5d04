import { z } from 'zod';
import { approvalSchema } from '../approvals.ts';
import { defineRoute } from '../route.ts';

const tag = 'Tools';
const json = z.record(z.string(), z.unknown());

const listSchema = z.object({ tools: z.array(json) }).meta({ id: 'ToolList' });

const executeSchema = z
  .strictObject({
    toolName: z
      .string()
      .min(1)
      .max(512)
      .describe(
        'server.tool or server__tool; with serverId, or where only one server has it, the bare name.',
      ),
    serverId: z.string().min(1).max(64).nullable().optional(),
    arguments: z.json().optional(),
  })
  .meta({ id: 'ExecuteTool' });

const resultSchema = z
  .looseObject({
    callId: z.string(),
    name: z.string().describe('The tool, as you called it.'),
    content: z.array(json),
    isError: z.boolean(),
    text: z.string().describe('The content as text; pictures and resources as a word about them.'),
    approvalId: z.string().optional(),
    approval: approvalSchema.optional().describe('In a 202: what the call waits for.'),
  })
  .meta({ id: 'ToolResult' });

const listTools = defineRoute({
  method: 'GET',
  path: '/api/mcp/tools',
  access: { role: 'viewer' },
  tag,
  summary: 'Every tool on offer, from memory, as MCP or as OpenAI functions.',
  query: z.strictObject({
    format: z.enum(['mcp', 'openai']).default('mcp'),
    naming: z
      .enum(['prefixed', 'qualified', 'bare'])
      .default('prefixed')
      .describe('server__tool, server.tool, or the bare name.'),
    server: z.string().optional().describe('Only the tools of this server.'),
  }),
  status: 200,
  answer: listSchema,
});

export const toolRoutes = {
  listTools,
  listToolsV1: defineRoute({
    ...listTools,
    path: '/api/v1/mcp/tools',
    summary: 'The same as `GET /api/mcp/tools`, where older clients look for it.',
  }),
  executeTool: defineRoute({
    method: 'POST',
    path: '/api/mcp/tools/execute',
    access: { role: 'operator' },
    tag,
    summary:
      "Call a tool. The tool's own failure is a 200 with isError: true. Where somebody must be asked first it waits for the decision; with `Prefer: respond-async` it answers 202 with the approval, and the hub runs the call once it is approved.",
    body: executeSchema,
    status: 200,
    alsoAnswers: [202],
    answer: resultSchema,
    errors: [
      'TOOL_NAME_INVALID',
      'TOOL_NAME_AMBIGUOUS',
      'TOOL_SERVER_UNKNOWN',
      'TOOL_NOT_FOUND',
      'ARGUMENTS_INVALID',
      'CALL_LIMITED',
      'CALL_DENIED',
      'SERVER_UNAVAILABLE',
      'SERVER_BUSY',
      'HUB_BUSY',
      'OUTCOME_UNKNOWN',
      'AUDIT_UNAVAILABLE',
      'MCP_CONNECTION_FAILED',
      'MCP_TIMEOUT',
      'MCP_PROTOCOL_ERROR',
      'MCP_AUTHENTICATION_FAILED',
    ],
  }),
};
