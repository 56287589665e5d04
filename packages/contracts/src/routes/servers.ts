import { z } from 'zod';
import { defineRoute, type Route } from '../route.ts';
import { serverBodySchema } from '../server-body.ts';
import { serverDetailSchema, serverViewSchema } from '../server-view.ts';
import { warningSchema } from './health.ts';
import { serverStatuses, syncStatuses } from '../status.ts';

const params = z.object({ name: z.string().min(1).max(64).describe('The name of the server, or its id.') });
const tag = 'Servers';
const json = z.record(z.string(), z.unknown());

const connectedSchema = z
  .object({ name: z.string(), status: z.enum(serverStatuses), tools: z.array(z.string()) })
  .meta({ id: 'ConnectedServer' });

const verifiedSchema = z
  .object({
    serverId: z.string(),
    status: z.enum(serverStatuses),
    serverVersion: z.string().nullable(),
    protocolVersion: z.string(),
    era: z.enum(['legacy', 'modern']),
    capabilities: z.object({ tools: z.boolean(), resources: z.boolean(), prompts: z.boolean() }),
  })
  .meta({ id: 'VerifiedServer' });
export type VerifiedServer = z.infer<typeof verifiedSchema>;

const triedSchema = verifiedSchema
  .extend({
    tools: z.array(z.object({ name: z.string(), description: z.string().nullable() })),
    resourceCount: z.number().int(),
    promptCount: z.number().int(),
  })
  .meta({ id: 'TriedServer' });
export type TriedServerView = z.infer<typeof triedSchema>;

const syncedSchema = z
  .object({
    serverId: z.string(),
    syncStatus: z.enum(syncStatuses),
    lastSyncedAt: z.iso.datetime().nullable(),
    toolCount: z.number().int(),
    resourceCount: z.number().int(),
    promptCount: z.number().int(),
  })
  .meta({ id: 'SyncedServer' });

const capabilitiesSchema = z
  .object({
    tools: z.array(json),
    resources: z.array(json),
    resourceTemplates: z.array(json),
    prompts: z.array(json),
    serverInfo: z.object({ name: z.string(), version: z.string() }).nullable(),
    protocolVersion: z.string().nullable(),
    instructions: z.string().nullable(),
    lastSyncedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ServerCapabilities' });
export type ServerCapabilities = z.infer<typeof capabilitiesSchema>;

const serversHealthSchema = z
  .object({
    healthy: z.boolean().describe('Whether every server that is to be connected answers.'),
    servers: z.array(
      z.object({
        serverId: z.string(),
        status: z.enum(serverStatuses),
        healthy: z.boolean(),
        error: z.string().nullable(),
        lastCheck: z.iso.datetime(),
        toolCount: z.number().int(),
      }),
    ),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'ServersHealth' });
export type ServersHealth = z.infer<typeof serversHealthSchema>;

const failing = [
  'SERVER_NOT_FOUND',
  'SERVER_UNAVAILABLE',
  'MCP_CONNECTION_FAILED',
  'MCP_TIMEOUT',
  'MCP_PROTOCOL_ERROR',
  'MCP_AUTHENTICATION_FAILED',
] as const;

/** Something to do with one server. */
function action<const P extends string, const A extends Route['answer']>(
  verb: P,
  summary: string,
  answer: A,
) {
  return defineRoute({
    method: 'POST',
    path: `/api/mcp/servers/{name}/${verb}`,
    access: { role: 'operator' },
    tag,
    summary,
    params,
    status: 200,
    answer,
    errors: failing,
  });
}

export const serverRoutes = {
  listServers: defineRoute({
    method: 'GET',
    path: '/api/mcp/servers',
    access: { role: 'viewer' },
    tag,
    summary: 'Every server with its status, by name.',
    status: 200,
    answer: z.array(serverViewSchema),
  }),
  serversHealth: defineRoute({
    method: 'GET',
    path: '/api/mcp/health',
    access: { role: 'viewer' },
    tag,
    summary: 'What the last probe of each server showed. A failing one never makes the hub itself unhealthy.',
    status: 200,
    answer: serversHealthSchema,
  }),
  createServer: defineRoute({
    method: 'POST',
    path: '/api/mcp/servers',
    access: { role: 'admin' },
    tag,
    summary:
      'Register a server and, unless autoConnect is false, connect it. A command needs the permission exec. A server that cannot be reached is registered all the same, as FAILED with the reason.',
    body: serverBodySchema,
    status: 201,
    answer: serverDetailSchema,
    errors: ['SERVER_EXISTS', 'SERVER_NOT_ALLOWED'],
  }),
  tryServer: defineRoute({
    method: 'POST',
    path: '/api/mcp/try',
    access: { role: 'admin' },
    tag,
    summary:
      'Connect to a server that is not registered, say what it offers, and let go. Nothing is kept. A command needs the permission exec.',
    body: serverBodySchema,
    status: 200,
    answer: triedSchema,
    errors: failing.filter((code) => code !== 'SERVER_NOT_FOUND'),
  }),
  getServer: defineRoute({
    method: 'GET',
    path: '/api/mcp/servers/{name}',
    access: { role: 'viewer' },
    tag,
    summary: 'One server, with the names of its tools.',
    params,
    status: 200,
    answer: serverDetailSchema,
    errors: ['SERVER_NOT_FOUND'],
  }),
  putServer: defineRoute({
    method: 'PUT',
    path: '/api/mcp/servers/{name}',
    access: { role: 'admin' },
    tag,
    summary:
      'Change a server, or create it (201). What is left out stays. `revision` in the body or If-Match guards against overwriting another change. A connected server whose transport changes is connected anew.',
    params,
    body: serverBodySchema,
    status: 200,
    alsoAnswers: [201],
    answer: serverDetailSchema,
    errors: ['SERVER_NOT_ALLOWED', 'REVISION_CONFLICT'],
  }),
  deleteServer: defineRoute({
    method: 'DELETE',
    path: '/api/mcp/servers/{name}',
    access: { role: 'admin' },
    tag,
    summary: 'Disconnect a server and forget it, its credentials and its catalogue.',
    params,
    status: 204,
    answer: 'nothing',
    errors: ['SERVER_NOT_FOUND'],
  }),
  connectServer: action('connect', 'Connect it, or say why that fails.', connectedSchema),
  disconnectServer: action('disconnect', 'Close its connection; it stays registered.', connectedSchema),
  enableServer: action(
    'enable',
    'Let it be connected again, and connect it if autoConnect says so.',
    serverDetailSchema,
  ),
  disableServer: action(
    'disable',
    'Close its connection and keep it closed, also over restarts.',
    serverDetailSchema,
  ),
  verifyServer: action(
    'verify',
    'Connect once beside everything else, and say who answers. A command needs the permission exec.',
    verifiedSchema,
  ),
  syncServer: action('sync', 'Read its tools, resources and prompts now.', syncedSchema),
  serverCapabilities: defineRoute({
    method: 'GET',
    path: '/api/mcp/servers/{name}/capabilities',
    access: { role: 'viewer' },
    tag,
    summary: 'All that it offers, as it was last read. Works while it is down.',
    params,
    status: 200,
    answer: capabilitiesSchema,
    errors: ['SERVER_NOT_FOUND'],
  }),
};
