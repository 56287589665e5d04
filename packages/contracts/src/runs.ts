import { z } from 'zod';

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

export type RunEventName = keyof typeof runEventCatalog;
export type RunEventData<N extends RunEventName> = z.infer<(typeof runEventCatalog)[N]['data']>;
