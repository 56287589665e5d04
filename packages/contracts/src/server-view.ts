import { z } from 'zod';
import { maskingNameSchema } from './masking.ts';
import { pinModes } from './servers.ts';
import { serverStatuses, sessionStates, syncStatuses } from './status.ts';

const moment = z.iso.datetime();

const sessionSchema = z.object({
  state: z.enum(sessionStates),
  era: z.enum(['legacy', 'modern']).nullable(),
  protocolVersion: z.string().nullable(),
  createdAt: moment.nullable(),
  lastAccessedAt: moment.nullable(),
});

const configSchema = z.object({
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  cwd: z.string().nullable().optional(),
  inheritEnv: z.boolean().optional(),
  env: z.array(z.string()).optional().describe('Names only.'),
  url: z.string().optional(),
  verifySsl: z.boolean().optional(),
  headers: z.array(z.string()).optional().describe('Names only.'),
});

const settingsSchema = z.object({
  required: z.boolean(),
  timeouts: z
    .record(z.string(), z.number().optional())
    .describe('Only what differs from `mcp.timeouts`, in ms.'),
  retry: z.object({ ambiguous: z.enum(['safe-only', 'always', 'never']) }),
  trustAnnotations: z.boolean(),
  checkArguments: z.boolean(),
  review: z.boolean(),
  pin: z.enum(pinModes).describe('The one in effect.'),
  masking: z
    .object({ enabled: z.boolean(), groups: z.array(maskingNameSchema).optional() })
    .optional()
    .describe('Only where it differs from `masking`.'),
});

/** A server as every face shows it. Credentials are never part of it. */
export const serverViewSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    serverId: z.string().describe('The same as `name`.'),
    title: z.string().nullable(),
    description: z.string().nullable(),
    version: z.string().nullable(),
    transportType: z.enum(['STDIO', 'SSE', 'HTTP']),
    transport: z.enum(['STDIO', 'SSE', 'HTTP']).describe('The same as `transportType`.'),
    baseUrl: z.string().nullable(),
    config: configSchema,
    hasApiKey: z.boolean(),
    apiKeyHint: z.string().nullable().describe('Its last four characters.'),
    autoConnect: z.boolean(),
    settings: settingsSchema,
    source: z.enum(['api', 'file', 'library', 'mesh']),
    status: z.enum(serverStatuses),
    statusReason: z.string().nullable(),
    statusCode: z.string().nullable().describe('The code of the error, where something failed.'),
    attempts: z.number().int().describe('To win the connection back, since it was last good.'),
    lastAnswerAt: moment.nullable().describe('When it last answered a request.'),
    lastError: z
      .object({
        at: moment,
        reason: z.string(),
        code: z.string().nullable(),
        lastWords: z.string().nullable().describe('What its process wrote before it ended.'),
      })
      .nullable(),
    statusSince: moment,
    nextAttemptAt: moment.nullable(),
    session: sessionSchema.nullable(),
    syncStatus: z.enum(syncStatuses),
    syncError: z.string().nullable(),
    lastSyncedAt: moment.nullable(),
    serverInfo: z.object({ name: z.string(), version: z.string() }).nullable(),
    toolCount: z.number().int(),
    resourceCount: z.number().int(),
    promptCount: z.number().int(),
    revision: z.number().int(),
    createdAt: moment,
    updatedAt: moment,
    lastUpdated: moment.describe('The same as `updatedAt`.'),
  })
  .meta({ id: 'Server' });
export type ServerView = z.infer<typeof serverViewSchema>;

export const serverDetailSchema = serverViewSchema
  .extend({
    tools: z.array(z.string()).describe('Their names, as the server calls them.'),
    instructions: z.string().nullable(),
  })
  .meta({ id: 'ServerDetail' });
export type ServerDetail = z.infer<typeof serverDetailSchema>;
