import { z } from 'zod';
import { integer } from '../fields.ts';
import { defineRoute } from '../route.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

const logLineSchema = z
  .object({
    id: z.number().int().describe('Counts up for as long as the hub runs.'),
    time: z.iso.datetime(),
    level: z.enum(logLevels),
    event: z.string(),
    fields: z.record(z.string(), z.unknown()).describe('Secrets are masked.'),
  })
  .meta({ id: 'LogLine' });
export type LogLineView = z.infer<typeof logLineSchema>;

const wordsSchema = z
  .object({ id: z.number().int(), at: z.iso.datetime(), text: z.string().describe('One line, masked.') })
  .meta({ id: 'StderrLine' });
export type StderrLineView = z.infer<typeof wordsSchema>;

const level = z.enum(logLevels).default('debug').describe('This and what is worse.');
const limit = integer(1, 1_000).default(200).describe('The last so many.');
const after = z
  .string()
  .regex(/^\d{1,15}$/, 'Write the id of a line.')
  .transform(Number)
  .optional()
  .describe('Send what came after this line first; left out, all that is kept.');

const params = z.object({ name: z.string().min(1).max(64).describe('The name of the server, or its id.') });

export const logRoutes = {
  recentLogs: defineRoute({
    method: 'GET',
    path: '/api/logs',
    access: { role: 'admin' },
    tag: 'Hub',
    summary: 'The last lines of the log of this process, oldest first, from `log.level` on.',
    query: z.strictObject({
      level,
      limit,
      since: z.iso.datetime({ offset: true }).optional().describe('Nothing before this time.'),
    }),
    status: 200,
    answer: z.array(logLineSchema),
  }),
  followLogs: defineRoute({
    method: 'GET',
    path: '/api/logs/stream',
    access: { role: 'admin' },
    tag: 'Hub',
    summary:
      'The log of this process as server-sent events named `line`. `Last-Event-ID` or `after` goes on.',
    query: z.strictObject({ level, after }),
    status: 200,
    answer: 'text/event-stream',
  }),
  serverStderr: defineRoute({
    method: 'GET',
    path: '/api/mcp/servers/{name}/stderr',
    access: { role: 'operator' },
    tag: 'Servers',
    summary:
      'The last lines that the processes of a stdio server wrote to standard error while this hub ran, oldest first.',
    params,
    query: z.strictObject({ limit }),
    status: 200,
    answer: z.array(wordsSchema),
    errors: ['SERVER_NOT_FOUND'],
  }),
  followServerStderr: defineRoute({
    method: 'GET',
    path: '/api/mcp/servers/{name}/stderr/stream',
    access: { role: 'operator' },
    tag: 'Servers',
    summary: 'The same as server-sent events named `line`, as they come. `Last-Event-ID` or `after` goes on.',
    params,
    query: z.strictObject({ after }),
    status: 200,
    answer: 'text/event-stream',
    errors: ['SERVER_NOT_FOUND'],
  }),
};
