import { z } from 'zod';
import { durationMs } from './duration.ts';
import { integer, line, prose, truth } from './fields.ts';
import { policyKinds } from './policies.ts';

/** How a model is asked to use tools: through its own interface, or in text. */
export const dialects = ['native', 'react'] as const;
export type DialectName = (typeof dialects)[number];

/** What one run may use. */
export const runLimitsSchema = z.strictObject({
  maxTurns: integer(1, 1_000)
    .default(20)
    .describe('How often the model is asked. The last time, it must answer.'),
  maxTools: integer(0, 1_000).default(30).describe('How many tools it is shown.'),
  maxToolCalls: integer(0, 10_000).default(100).describe('How many tools it may call.'),
  maxTokens: integer(1, 1_000_000_000)
    .nullable()
    .default(null)
    .describe('Read and written together. When they are used up, it must answer.'),
  maxMs: durationMs.default(2_400_000).describe('Without the time that it waits for approvals.'),
});
export type RunLimits = z.output<typeof runLimitsSchema>;

/** Which servers, and of each which tools. */
export const serverSelectionSchema = z.strictObject({
  name: line(64).min(1),
  tools: z.array(line(255).min(1)).optional().describe('All of them, if left out or empty.'),
});

export const agentNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/,
    'Use 1 to 64 letters, digits, - and _, with a letter or digit at both ends.',
  );

/** An agent in the configuration file. */
export const agentEntrySchema = z
  .strictObject({
    name: agentNameSchema,
    description: prose(500).nullable().default(null),
    model: line(64).min(1).describe('The name of one of `models`.'),
    instructions: prose(100_000).default(''),
    dialect: z.enum(dialects).default('native'),
    servers: z
      .array(serverSelectionSchema)
      .nullable()
      .default(null)
      .describe('Every server, if left out; none, if empty.'),
    limits: runLimitsSchema.prefault({}),
    isolated: truth.default(false).describe('Whether each run has connections of its own.'),
    approval: z
      .enum(policyKinds)
      .default('ASK_USER')
      .describe('For calls that no rule is about and that are not known to only read.'),
  })
  .meta({ id: 'AgentEntry' });
export type AgentEntry = z.output<typeof agentEntrySchema>;

/** An agent in a request: the whole of it. */
export const agentBodySchema = z
  .strictObject({
    ...agentEntrySchema.shape,
    name: agentNameSchema.optional().describe('As in the path, if at all.'),
    revision: z.number().int().positive().optional().describe('The revision that you read.'),
  })
  .meta({ id: 'AgentBody' });
export type AgentBody = z.output<typeof agentBodySchema>;

export const agentSchema = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    model: z.string(),
    instructions: z.string(),
    dialect: z.enum(dialects),
    servers: z.array(z.object({ name: z.string(), tools: z.array(z.string()).optional() })).nullable(),
    limits: z.object({
      maxTurns: z.number(),
      maxTools: z.number(),
      maxToolCalls: z.number(),
      maxTokens: z.number().nullable(),
      maxMs: z.number(),
    }),
    isolated: z.boolean(),
    approval: z.enum(policyKinds),
    source: z.enum(['config', 'api']).describe('config: it stands in the file and is changed there.'),
    revision: z.number().int().nullable(),
    updatedBy: z.string().nullable(),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Agent' });
export type AgentView = z.output<typeof agentSchema>;
