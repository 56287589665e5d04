import { z } from 'zod';
import { integer } from '../fields.ts';
import { defineRoute } from '../route.ts';

const settingSchema = z.object({
  value: z.unknown().describe('Secrets read ********.'),
  source: z.string().describe('default, a flag, an environment variable, or file:line:column.'),
});

const rotationSchema = z
  .object({
    keyId: z.string().describe('The data key that seals everything now.'),
    resealed: z.number().describe('How many secrets were sealed again.'),
    removedKeys: z.number().describe('How many old data keys were destroyed.'),
    unreadable: z
      .number()
      .describe('How many secrets are damaged; they and the keys that sealed them stay as they are.'),
  })
  .meta({ id: 'Rotation' });

const minuteSchema = z
  .object({
    at: z.iso.datetime().describe('Its beginning.'),
    calls: z.number().int(),
    failed: z.number().int().describe('Those that were refused, failed, or whose tool said so.'),
    p50Ms: z
      .number()
      .nullable()
      .describe('Half of them were quicker; without the time people took to decide.'),
    p95Ms: z.number().nullable(),
    p99Ms: z.number().nullable(),
  })
  .meta({ id: 'CallMinute' });

const eventSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    at: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' });

export const hubRoutes = {
  landing: defineRoute({
    method: 'GET',
    path: '/',
    access: 'open',
    tag: 'Hub',
    summary: 'A page for people who open the hub in a browser.',
    status: 200,
    answer: 'text/html',
  }),
  openapi: defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    access: { role: 'viewer' },
    tag: 'Hub',
    summary: 'This description.',
    status: 200,
    answer: 'application/json',
  }),
  config: defineRoute({
    method: 'GET',
    path: '/api/config',
    access: { role: 'admin' },
    tag: 'Hub',
    summary: 'The configuration in effect, and where each value came from. Secrets are masked.',
    status: 200,
    answer: z.record(z.string(), settingSchema),
  }),
  rotateSecrets: defineRoute({
    method: 'POST',
    path: '/api/secrets/rotate',
    access: { role: 'admin' },
    tag: 'Hub',
    summary: 'Seal every secret with a new data key and destroy the old one. Goes on after a restart.',
    status: 200,
    answer: rotationSchema,
    errors: ['STORE_UNCERTAIN'],
  }),
  events: defineRoute({
    method: 'GET',
    path: '/api/events',
    access: { role: 'viewer' },
    tag: 'Hub',
    summary:
      'What happens, as server-sent events with ids. `Last-Event-ID` or `after` replays what was missed.',
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,15}$/, 'Write the id of an event.')
        .transform(Number)
        .optional()
        .describe('Send what came after this event id first.'),
    }),
    status: 200,
    answer: 'text/event-stream',
  }),
  recentEvents: defineRoute({
    method: 'GET',
    path: '/api/events/recent',
    access: { role: 'viewer' },
    tag: 'Hub',
    summary: 'What happened lately, newest first; of one server, or of all.',
    query: z.strictObject({
      limit: integer(1, 500).default(100),
      serverId: z.string().min(1).max(64).optional().describe('The name of a server.'),
    }),
    status: 200,
    answer: z.array(eventSchema),
  }),
  callRates: defineRoute({
    method: 'GET',
    path: '/api/mcp/calls/rates',
    access: { role: 'viewer' },
    tag: 'Hub',
    summary:
      'How many calls there were in each minute of the last hour, how many failed, and how long they took. Of this process, since it started.',
    status: 200,
    answer: z.array(minuteSchema),
  }),
};
export type CallMinuteView = z.infer<typeof minuteSchema>;
export type EventView = z.infer<typeof eventSchema>;
export type RotationView = z.infer<typeof rotationSchema>;
export type SettingView = z.infer<typeof settingSchema>;
