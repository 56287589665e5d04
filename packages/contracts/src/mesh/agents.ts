import { z } from 'zod';
import { meshAgentStatuses, meshEventTypes } from './kinds.ts';

const tags = z.array(z.string());

export const meshCapabilitySchema = z.object({
  name: z.string(),
  version: z.string(),
  function_name: z.string(),
  tags,
  description: z.string(),
  available: z.boolean(),
  unavailable_reason: z.string().optional(),
  llm_filter: z.unknown().optional(),
  llm_provider: z.unknown().optional(),
  task: z.boolean().optional(),
});
export type MeshCapability = z.infer<typeof meshCapabilitySchema>;

export const dependencyResolutionSchema = z.object({
  function_name: z.string(),
  capability: z.string(),
  tags: z.array(z.union([z.string(), tags])).optional(),
  mcp_tool: z.string().optional(),
  provider_agent_id: z.string().optional(),
  endpoint: z.string().optional(),
  status: z.enum(['available', 'unresolved']),
});
export type DependencyResolution = z.infer<typeof dependencyResolutionSchema>;

/** A tool that a function's model was given. */
const llmToolResolutionSchema = z.object({
  function_name: z.string(),
  filter_capability: z.string().optional(),
  filter_tags: tags.optional(),
  filter_mode: z.string(),
  mcp_tool: z.string().optional(),
  provider_capability: z.string().optional(),
  provider_agent_id: z.string().optional(),
  endpoint: z.string().optional(),
  status: z.enum(['available', 'unavailable', 'unresolved']),
});
export type LlmToolResolution = z.infer<typeof llmToolResolutionSchema>;

/** The model that a function was given. */
const llmProviderResolutionSchema = z.object({
  function_name: z.string(),
  required_capability: z.string(),
  required_tags: tags,
  mcp_tool: z.string().optional(),
  provider_agent_id: z.string().optional(),
  endpoint: z.string().optional(),
  status: z.enum(['available', 'unavailable', 'unresolved']),
});
export type LlmProviderResolution = z.infer<typeof llmProviderResolutionSchema>;

/** A mesh agent as `GET /agents` shows it. Lists of resolutions are null when there are none; `tags` are not. */
export const meshAgentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    agent_type: z.string(),
    runtime: z.string(),
    status: z.enum(meshAgentStatuses),
    endpoint: z.string(),
    version: z.string(),
    description: z.string(),
    capabilities: z.array(meshCapabilitySchema),
    total_dependencies: z.number(),
    dependencies_resolved: z.number(),
    dependency_resolutions: z.array(dependencyResolutionSchema).nullable(),
    llm_tool_resolutions: z.array(llmToolResolutionSchema).nullable(),
    llm_provider_resolutions: z.array(llmProviderResolutionSchema).nullable(),
    a2a_producer: z.boolean(),
    a2a_consumer: z.boolean(),
    created_at: z.string(),
    last_seen: z.string(),
    entity_id: z.string().optional(),
  })
  .meta({ id: 'MeshAgent' });
export type MeshAgentView = z.infer<typeof meshAgentSchema>;

export const meshAgentsSchema = z
  .object({ agents: z.array(meshAgentSchema), count: z.number(), timestamp: z.string() })
  .meta({ id: 'MeshAgents' });

/** News of the mesh, as `GET /events` tells it, newest first. */
export const meshEventSchema = z
  .object({
    event_type: z.enum(meshEventTypes),
    agent_id: z.string(),
    agent_name: z.string().optional(),
    function_name: z.string().optional(),
    timestamp: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'MeshEvent' });
export type MeshEventView = z.infer<typeof meshEventSchema>;

export const meshEventsSchema = z
  .object({ events: z.array(meshEventSchema), count: z.number() })
  .meta({ id: 'MeshEvents' });
