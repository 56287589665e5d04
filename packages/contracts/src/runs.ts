import { z } from 'zod';
import { serverSelectionSchema } from './agents.ts';
import { line, prose } from './fields.ts';

/** QUEUED until somebody works on it; WAITING while an approval is missing, and then nobody does. */
export const runStatuses = ['QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const toolCallStatuses = ['IN_PROGRESS', 'WAITING', 'COMPLETED', 'FAILED'] as const;

const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number().describe('Those of the input that the provider had read before.'),
});

const messageSchema = z.object({
  messageId: z.string().describe('A turn that is asked again has another.'),
  turn: z.number().int(),
  channel: z.enum(['text', 'thought']),
  delta: z.string().optional().describe('The next piece.'),
  text: z.string().optional().describe('The whole of it, when it is complete.'),
});

const toolCallSchema = z.object({
  callId: z.string(),
  serverId: z.string().nullable(),
  toolName: z.string(),
  status: z.enum(toolCallStatuses),
  arguments: z.string().optional().describe('As the model wrote them.'),
  text: z.string().optional().describe('What the tool answered.'),
  content: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .describe('The same as MCP content, where text is not all of it: pictures, resources.'),
  progress: z.unknown().optional().describe('What its server says of how far it is.'),
});

/** What the reader of a run is told, in this order: what it is, what happens, how it ended. */
export const runEventCatalog = {
  init: {
    data: z.object({
      runId: z.string(),
      conversationId: z.string(),
      agent: z.string(),
      model: z.string(),
      tools: z.array(z.string()),
    }),
    means: 'The run has its tools and begins.',
  },
  message: { data: messageSchema, means: 'The model speaks.' },
  tool_call_update: { data: toolCallSchema, means: 'A tool is called, gets on, or has answered.' },
  approval_required: {
    data: z.object({
      approvalRequestId: z.string(),
      callId: z.string(),
      serverId: z.string(),
      toolName: z.string(),
      arguments: z.unknown(),
      expiresAt: z.iso.datetime(),
    }),
    means: 'Somebody must decide about a call before the run goes on.',
  },
  warning: { data: z.object({ code: z.string(), message: z.string() }), means: 'Something went less well.' },
  error: { data: z.object({ code: z.string(), message: z.string() }), means: 'Why the run failed.' },
  done: {
    data: z.object({
      runId: z.string(),
      status: z.enum(runStatuses),
      reason: z.string(),
      answer: z.string().nullable(),
      turns: z.number().int(),
      toolCalls: z.number().int(),
      usage: usageSchema,
      cost: z.number(),
    }),
    means: 'The run has ended; nothing follows.',
  },
} as const satisfies Record<string, { data: z.ZodType; means: string }>;

/** What only those are told who look closely, between the events of the run itself. */
export const runDetailCatalog = {
  model_request: {
    data: z.object({
      turn: z.number().int(),
      limit: z.string().nullable().describe('What was used up: the model must answer now.'),
    }),
    means: 'The model is asked.',
  },
  model_answer: {
    data: z.object({ turn: z.number().int(), finish: z.string(), calls: z.number(), usage: usageSchema }),
    means: 'The model has answered; what it said is in the events that follow.',
  },
  suspended: { data: z.object({}), means: 'Nothing can be done before an approval is decided.' },
  resumed: { data: z.object({}), means: 'It goes on.' },
  cancel: { data: z.object({ by: z.string() }), means: 'Somebody wants it to end.' },
} as const satisfies Record<string, { data: z.ZodType; means: string }>;

export type RunDetailName = keyof typeof runDetailCatalog;
export type RunDetailData<N extends RunDetailName> = z.infer<(typeof runDetailCatalog)[N]['data']>;

export type RunEventName = keyof typeof runEventCatalog;
export type RunEventData<N extends RunEventName> = z.infer<(typeof runEventCatalog)[N]['data']>;

/** Which servers this run may use, instead of those of its agent. */
const mcpSchema = z.strictObject({ servers: z.array(serverSelectionSchema).min(1) });

export const runBodySchema = z
  .strictObject({
    agent: line(64).min(1).optional().describe('The only one there is, if left out.'),
    input: prose(1_000_000)
      .min(1)
      .describe('What to do. `/call server.tool {…}` calls a tool without a model.'),
    conversationId: line(64).min(1).optional().describe('Of an earlier run, to go on from its answer.'),
    mcp: mcpSchema.optional(),
  })
  .meta({ id: 'RunBody' });
export type RunBody = z.output<typeof runBodySchema>;

export const alertBodySchema = z
  .strictObject({
    type: line(100).min(1).describe('Which kind of alert; the configuration says which agent looks at it.'),
    data: z.json().describe('What happened. It is masked before anything else.'),
    runbook: prose(200_000).optional().describe('What to do about such alerts.'),
    mcp: mcpSchema.optional(),
  })
  .meta({ id: 'AlertBody' });
export type AlertBody = z.output<typeof alertBodySchema>;

export const runSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    agent: z.string(),
    model: z.string(),
    principal: z.string(),
    status: z.enum(runStatuses),
    reason: z.string().nullable().describe('Why it ended as it did.'),
    input: z.string(),
    answer: z.string().nullable(),
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    turns: z.number().int(),
    toolCalls: z.number().int(),
    usage: usageSchema,
    cost: z.number(),
    waitsFor: z.array(z.string()).describe('The approvals that it waits for.'),
  })
  .meta({ id: 'Run' });
export type RunView = z.output<typeof runSchema>;

export const listedRunSchema = runSchema
  .pick({
    id: true,
    conversationId: true,
    agent: true,
    model: true,
    principal: true,
    status: true,
    input: true,
    createdAt: true,
    endedAt: true,
  })
  .meta({ id: 'ListedRun' });
export type ListedRunView = z.output<typeof listedRunSchema>;

/** One event of a run as it is stored, for those who read it later. */
export const runEventSchema = z
  .object({ id: z.string(), event: z.string(), at: z.iso.datetime(), data: z.unknown() })
  .meta({ id: 'RunEvent' });
