import { z } from 'zod';
import { errorCodes } from './errors/catalog.ts';
import { line } from './fields.ts';

// What clients of OpenAI's chat completions send and expect, as far as an agent has to do with it.

const contentSchema = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);

const completionMessageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: contentSchema.nullish(),
});
export type CompletionMessage = z.output<typeof completionMessageSchema>;

/** Whatever else a client sends, the agent decides: temperature, tools and the like are not looked at. */
export const completionBodySchema = z
  .looseObject({
    model: line(64).min(1).describe('The name of an agent.'),
    messages: z
      .array(completionMessageSchema)
      .min(1)
      .max(10_000)
      .describe('The last one of a user is asked.'),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  })
  .meta({ id: 'CompletionBody' });
export type CompletionBody = z.output<typeof completionBodySchema>;

const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
});

/** What the protocol has no word for. */
const extensionSchema = z
  .object({
    runId: z.string(),
    status: z.enum(['WAITING', 'SUCCEEDED']),
    approvals: z.array(z.string()).describe('The approvals that it waits for.'),
  })
  .describe('What the protocol has no word for.');

export const completionSchema = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number().int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.literal(0),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: z.literal('stop'),
      }),
    ),
    usage: usageSchema,
    patchbay: extensionSchema,
  })
  .meta({ id: 'Completion' });
export type Completion = z.output<typeof completionSchema>;

export const completionModelSchema = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.number().int(),
    owned_by: z.literal('patchbay'),
  })
  .meta({ id: 'CompletionModel' });
export type CompletionModel = z.output<typeof completionModelSchema>;

/** A failure as OpenAI's clients read it. */
export const completionErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.enum([
        'authentication_error',
        'permission_error',
        'rate_limit_error',
        'invalid_request_error',
        'server_error',
      ]),
      param: z.null(),
      code: z.enum(errorCodes),
    }),
  })
  .meta({ id: 'CompletionError' });
export type CompletionError = z.output<typeof completionErrorSchema>;
