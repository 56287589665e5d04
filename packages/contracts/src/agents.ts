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

/** An agent in the configuration file. */
export const agentEntrySchema = z
  .strictObject({
    name: line(64).min(1),
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
