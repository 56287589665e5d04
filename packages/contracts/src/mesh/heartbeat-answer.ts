import { z } from 'zod';

const anyObject = z.record(z.string(), z.unknown());

/** One slot for each dependency that a function declared, in that order. An unresolved one keeps its place, empty. */
export const resolvedDependencySchema = z.object({
  agent_id: z.string(),
  capability: z.string(),
  endpoint: z.string(),
  function_name: z.string(),
  status: z.string().describe('`available`, or `unresolved`.'),
  kwargs: anyObject.optional(),
});
export type ResolvedDependency = z.infer<typeof resolvedDependencySchema>;

/** A tool that a model may be given. */
export const meshLlmToolSchema = z.object({
  name: z.string(),
  capability: z.string(),
  description: z.string(),
  endpoint: z.string(),
  inputSchema: anyObject.optional(),
  tags: z.array(z.string()).nullish(),
  version: z.string().nullish(),
});
export type MeshLlmTool = z.infer<typeof meshLlmToolSchema>;

export const meshLlmProviderSchema = z.object({
  name: z.string(),
  endpoint: z.string(),
  agent_id: z.string(),
  capability: z.string(),
  tags: z.array(z.string()).nullish(),
  version: z.string().nullish(),
  vendor: z.string().nullish(),
  status: z.string(),
  kwargs: anyObject.nullish(),
});
export type MeshLlmProvider = z.infer<typeof meshLlmProviderSchema>;

/**
 * What `POST /heartbeat` answers. A heartbeat that makes no sense is answered with 200 too: look at `status`.
 * Other registries say null where ours says an empty object.
 */
export const heartbeatAnswerSchema = z.object({
  agent_id: z.string(),
  status: z.enum(['success', 'error']),
  message: z.string(),
  timestamp: z.string(),
  dependencies_resolved: z.record(z.string(), z.array(resolvedDependencySchema)).nullish(),
  llm_tools: z.record(z.string(), z.array(meshLlmToolSchema).nullable()).nullish(),
  llm_providers: z.record(z.string(), meshLlmProviderSchema.nullable()).nullish(),
  warnings: z.array(z.string()).nullish(),
});
export type HeartbeatAnswer = z.infer<typeof heartbeatAnswerSchema>;

/** What `HEAD /heartbeat/{agent_id}` answers, by what it means. */
export const heartbeatCodes = {
  unchanged: 200,
  topologyChanged: 202,
  unknown: 410,
  unavailable: 503,
} as const;
