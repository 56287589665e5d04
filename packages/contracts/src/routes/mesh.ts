import { z } from 'zod';
import { integer } from '../fields.ts';
import { meshAgentSchema, meshAgentsSchema, meshEventsSchema } from '../mesh/agents.ts';
import { meshEventTypes } from '../mesh/kinds.ts';
import { defineRoute } from '../route.ts';

const tag = 'Mesh';

const evictionSchema = z.object({
  id: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
const stageSchema = z.object({
  stage: z.string(),
  kept: z.array(z.string()),
  evicted: z.array(evictionSchema).optional(),
  chosen: z.string().optional(),
  reason: z.string().optional(),
});

/** Calls from agent to agent that did not go through the hub, as the caller itself says with its heartbeats. */
const trafficSchema = z
  .object({
    from: z.string().describe('The id of the agent that called.'),
    fromFunction: z.string().describe('Its function; empty for what belongs to none.'),
    to: z.string().nullable().describe('The id of the agent that was called; null if it is gone.'),
    endpoint: z.string(),
    toFunction: z.string(),
    calls: z.number().describe('Since the caller started.'),
    errors: z.number(),
    lastAt: z.iso.datetime().describe('When the hub heard of the last one.'),
    lastTraceId: z.string(),
  })
  .meta({ id: 'MeshTraffic' });
export type MeshTraffic = z.infer<typeof trafficSchema>;

/** A need of an agent and who meets it. */
const edgeSchema = z
  .object({
    from: z.string().describe('The id of the agent that needs it.'),
    fromFunction: z.string(),
    kind: z.enum(['tool', 'llm', 'llm-tool']).describe('A dependency, a model, or what that model may call.'),
    index: z.number().describe('The place of the dependency in its function.'),
    capability: z.string(),
    isRequired: z.boolean(),
    to: z.string().nullable().describe('The id of the agent that provides it; null if nobody does.'),
    toFunction: z.string().nullable(),
    why: z.string().describe('In one line; `/api/mesh/explain` says it at length.'),
  })
  .meta({ id: 'MeshEdge' });
export type MeshEdge = z.infer<typeof edgeSchema>;

const nodeSchema = meshAgentSchema
  .extend({
    namespace: z.string(),
    server: z.string().nullable().describe('The server in the catalogue that it is, if it is one.'),
  })
  .meta({ id: 'MeshNode' });
export type MeshNode = z.infer<typeof nodeSchema>;

const tokenSchema = z
  .object({
    id: z.string().describe('Of the key.'),
    name: z.string(),
    maxAgents: z.number().describe('How many agents it may register.'),
    agents: z.number().describe('How many it has that are not given up.'),
    names: z.array(z.string()).describe('The names of agents that it took.'),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'MeshToken' });
export type MeshToken = z.infer<typeof tokenSchema>;

/** How it came that a dependency has its provider, or none. */
const explanationSchema = z
  .object({
    functionName: z.string().nullable().describe('Whose dependency it is.'),
    index: z.number(),
    capability: z.string(),
    chosen: z.string().nullable().describe('`agent:function`.'),
    endpoint: z.string().nullable(),
    stages: z.array(stageSchema),
    traffic: z
      .array(trafficSchema)
      .describe('What the function called there directly; empty for anybody who would ask.'),
  })
  .meta({ id: 'MeshExplanation' });
export type MeshExplanation = z.infer<typeof explanationSchema>;

const statusSchema = z
  .object({
    agents: z.number(),
    healthy: z.number(),
    capabilities: z.number(),
    draining: z.boolean(),
    namespacesEnforced: z.boolean(),
    inCatalog: z.boolean(),
  })
  .meta({ id: 'MeshStatus' });

const nameSchema = z
  .object({
    name: z.string(),
    owner: z.string().nullable(),
    takenAt: z.iso.datetime(),
    isApproved: z.boolean(),
  })
  .meta({ id: 'MeshName' });

const callSchema = z
  .strictObject({
    capability: z.string().min(1).max(1_000).describe('What is asked for; or `agent:function`.'),
    tags: z.array(z.string()).default([]),
    version: z.string().max(200).default(''),
    arguments: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: 'MeshCall' });

const nameParams = z.object({ name: z.string().min(1).max(253).describe('The name that agents share.') });

export const meshRoutes = {
  meshStatus: defineRoute({
    method: 'GET',
    path: '/api/mesh',
    access: { role: 'viewer' },
    tag,
    summary: 'How many agents there are, and how the registry stands.',
    status: 200,
    answer: statusSchema,
  }),
  listMeshAgents: defineRoute({
    method: 'GET',
    path: '/api/mesh/agents',
    access: { role: 'viewer' },
    tag,
    summary: 'Every agent of the mesh, with what it provides and whom its dependencies have.',
    status: 200,
    answer: meshAgentsSchema,
  }),
  meshGraph: defineRoute({
    method: 'GET',
    path: '/api/mesh/graph',
    access: { role: 'viewer' },
    tag,
    summary:
      'The mesh at one look: its agents, who meets which need and why, and who calls whom. `/api/mesh/events` tells how it came to be so.',
    status: 200,
    answer: z
      .object({
        agents: z.array(nodeSchema),
        edges: z.array(edgeSchema),
        traffic: z.array(trafficSchema),
        timestamp: z.iso.datetime(),
      })
      .meta({ id: 'MeshGraph' }),
  }),
  listMeshTokens: defineRoute({
    method: 'GET',
    path: '/api/mesh/tokens',
    access: { role: 'admin' },
    tag,
    summary:
      'Every key that may register agents, with how many it may have and has. `POST /api/keys` makes one, `DELETE /api/keys/{id}` revokes it.',
    status: 200,
    answer: z.array(tokenSchema),
  }),
  explainMesh: defineRoute({
    method: 'GET',
    path: '/api/mesh/explain',
    access: { role: 'viewer' },
    tag,
    summary:
      'Why dependencies have the providers that they have: of an agent, or of anybody who asks for this.',
    query: z.object({
      agent: z.string().max(253).optional(),
      capability: z.string().max(1_000).optional(),
      tags: z.string().max(1_000).optional().describe('Separated by commas.'),
      version: z.string().max(200).optional(),
      namespace: z.string().max(200).optional(),
    }),
    status: 200,
    answer: z.array(explanationSchema),
    errors: ['MESH_AGENT_NOT_FOUND'],
  }),
  listMeshEvents: defineRoute({
    method: 'GET',
    path: '/api/mesh/events',
    access: { role: 'viewer' },
    tag,
    summary: 'What happened in the mesh, newest first.',
    query: z.object({
      type: z.enum(meshEventTypes).optional(),
      agent: z.string().max(253).optional(),
      limit: integer(1, 500).default(50),
    }),
    status: 200,
    answer: meshEventsSchema,
  }),
  drainMesh: defineRoute({
    method: 'PUT',
    path: '/api/mesh/drain',
    access: { role: 'admin' },
    tag,
    summary: 'Take no new agents, or take them again. Those that are known go on.',
    body: z.strictObject({ draining: z.boolean() }).meta({ id: 'MeshDrain' }),
    status: 200,
    answer: statusSchema,
  }),
  callMesh: defineRoute({
    method: 'POST',
    path: '/api/mesh/calls',
    access: { role: 'operator' },
    tag,
    summary:
      'Call whoever provides a capability. Agents that are in the catalogue are called as any tool is.',
    body: callSchema,
    status: 200,
    answer: z
      .object({ agent: z.string(), function: z.string(), result: z.record(z.string(), z.unknown()) })
      .meta({ id: 'MeshCallAnswer' }),
    errors: ['MESH_NO_PROVIDER', 'MESH_CALL_FAILED', 'CALL_DENIED'],
  }),
  approveMeshName: defineRoute({
    method: 'PUT',
    path: '/api/mesh/names/{name}',
    access: { role: 'admin' },
    tag,
    summary: 'Let the agents of this name be a server in the catalogue.',
    params: nameParams,
    status: 200,
    answer: nameSchema,
  }),
  releaseMeshName: defineRoute({
    method: 'DELETE',
    path: '/api/mesh/names/{name}',
    access: { role: 'admin' },
    tag,
    summary: 'Take the agents of this name out of the catalogue, and let any key take the name.',
    params: nameParams,
    status: 200,
    answer: nameSchema,
  }),
};
