import { z } from 'zod';
import { integer } from '../fields.ts';
import { meshAgentsSchema, meshEventsSchema } from '../mesh/agents.ts';
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

/** How it came that a dependency has its provider, or none. */
const explanationSchema = z
  .object({
    functionName: z.string().nullable().describe('Whose dependency it is.'),
    index: z.number(),
    capability: z.string(),
    chosen: z.string().nullable().describe('`agent:function`.'),
    endpoint: z.string().nullable(),
    stages: z.array(stageSchema),
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
