import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const warningSchema = z
  .object({
    id: z.string(),
    category: z.string().describe('What it is about: security, config, servers …'),
    message: z.string(),
    serverId: z.string().optional(),
    since: z.iso.datetime(),
  })
  .meta({ id: 'Warning' });
export type WarningView = z.infer<typeof warningSchema>;

const healthSchema = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'unhealthy'])
      .describe('degraded: there are warnings; unhealthy: a part of the hub itself does not work.'),
    version: z.string(),
    uptimeMs: z.number(),
    checks: z.array(
      z.object({ name: z.string(), ok: z.boolean(), tookMs: z.number(), message: z.string().optional() }),
    ),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'Health' });
export type HealthView = z.infer<typeof healthSchema>;

const liveSchema = z.object({ status: z.literal('ok') });
const readySchema = z.object({ status: z.enum(['ready', 'not-ready']) });

export const healthRoutes = {
  live: defineRoute({
    method: 'GET',
    path: '/health/live',
    access: 'open',
    tag: 'Health',
    summary: 'Answers while the process runs.',
    status: 200,
    answer: liveSchema,
  }),
  ready: defineRoute({
    method: 'GET',
    path: '/health/ready',
    access: 'open',
    tag: 'Health',
    summary: 'Answers 200 when the hub can serve requests, 503 when it cannot.',
    status: 200,
    alsoAnswers: [503],
    answer: readySchema,
  }),
  health: defineRoute({
    method: 'GET',
    path: '/health',
    access: { role: 'viewer' },
    tag: 'Health',
    summary: 'Checks of the hub itself, and warnings. A failing MCP server is a warning, never a 503.',
    status: 200,
    alsoAnswers: [503],
    answer: healthSchema,
  }),
  metrics: defineRoute({
    method: 'GET',
    path: '/metrics',
    access: { role: 'viewer' },
    tag: 'Health',
    summary: 'Metrics for Prometheus.',
    status: 200,
    answer: 'text/plain',
  }),
};
