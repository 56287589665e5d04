import { z } from 'zod';
import { integer, prose } from './fields.ts';

const glob = prose(1_000).min(1);

/** Which request a reply is for. What is not said is not looked at. */
const whenSchema = z.strictObject({
  turn: integer(1, 1_000).optional().describe('Counts from 1: how many replies the model can see, and one.'),
  last: glob
    .optional()
    .describe('The last message or result of a tool; `*` stands for anything, `?` for one character.'),
  prompt: glob.optional().describe('The system prompt.'),
  tool: glob.optional().describe('One of the tools that are offered.'),
});

const callSchema = z.strictObject({
  tool: prose(200).min(1).describe('As it is offered: server__tool.'),
  arguments: z
    .union([z.record(z.string(), z.json()), z.string()])
    .default({})
    .describe('Text is sent as it is, so that it may be no JSON at all.'),
});

const tokens = integer(0, 1e9).default(0);
const usageSchema = z.strictObject({
  input: tokens,
  output: tokens,
  cached: tokens.describe('Those of the input that the provider had read before.'),
});

const failureSchema = z.strictObject({
  status: integer(400, 599).default(500).describe('The HTTP status that stands for it.'),
  message: prose(1_000).default('The script says so.'),
  times: integer(1, 100).optional().describe('So often, and then the reply itself; always, if left out.'),
  afterText: prose(10_000).optional().describe('What is said before it is cut off.'),
});

/** One reply of a scripted model. */
const replySchema = z.strictObject({
  when: whenSchema.default({}),
  say: prose(1_000_000).default(''),
  think: prose(1_000_000).default(''),
  call: z.array(callSchema).max(100).default([]),
  fail: failureSchema.optional(),
  pause: z
    .union([integer(0, 1_000_000), z.literal('forever')])
    .default(0)
    .describe('Steps to let pass before the reply: turns of the event loop, not time.'),
  pieces: integer(1, 10_000).default(1).describe('In how many pieces the text comes.'),
  finish: z.enum(['stop', 'length', 'content-filter']).optional(),
  usage: usageSchema.default({ input: 10, output: 5, cached: 0 }),
});
export type ScriptedReply = z.output<typeof replySchema>;

/** What a model without a model says: the first reply whose `when` is true. */
export const modelScriptSchema = z
  .strictObject({ replies: z.array(replySchema).min(1).max(1_000) })
  .meta({ id: 'ModelScript' });
export type ModelScript = z.output<typeof modelScriptSchema>;
