import { z } from 'zod';
import { integer, truth } from '../fields.ts';
import { defineRoute } from '../route.ts';
import {
  alertBodySchema,
  listedRunSchema,
  runBodySchema,
  runDetailCatalog,
  runEventSchema,
  runSchema,
  runStatuses,
} from '../runs.ts';

const tag = 'Runs';
const params = z.object({ id: z.string().min(1).max(64) });
const refusals = [
  'AGENT_NOT_FOUND',
  'AGENT_NEEDED',
  'SERVER_NOT_FOUND',
  'TOOL_NOT_FOUND',
  'CONVERSATION_NOT_FOUND',
] as const;

export const runRoutes = {
  startRun: defineRoute({
    method: 'POST',
    path: '/api/runs',
    access: { role: 'operator' },
    tag,
    summary: 'Ask an agent to do something. It is queued; follow it at `/api/runs/{id}/events`.',
    body: runBodySchema,
    status: 202,
    answer: runSchema,
    errors: [...refusals],
  }),
  respond: defineRoute({
    method: 'POST',
    path: '/api/responses',
    access: { role: 'operator' },
    tag,
    summary:
      'Ask an agent and read along: server-sent events until `done`. Whoever stops reading does not stop the run.',
    body: runBodySchema,
    status: 200,
    answer: 'text/event-stream',
    errors: [...refusals],
  }),
  sendAlert: defineRoute({
    method: 'POST',
    path: '/api/alerts',
    access: { role: 'operator' },
    tag,
    summary: 'Let the agent for this kind of alert look at it. The data is masked, and the run queued.',
    body: alertBodySchema,
    status: 202,
    answer: runSchema,
    errors: ['ALERT_TYPE_UNKNOWN', ...refusals],
  }),
  listRuns: defineRoute({
    method: 'GET',
    path: '/api/runs',
    access: { role: 'viewer' },
    tag,
    summary: 'Runs, newest first. Without the role admin, your own.',
    query: z.strictObject({
      agent: z.string().max(64).optional(),
      status: z.enum(runStatuses).optional(),
      conversationId: z.string().max(64).optional(),
      own: truth.default(false).describe('Only your own, for an admin too.'),
      before: z.string().max(64).optional().describe('The id of the last one of the page before.'),
      limit: integer(1, 200).default(50),
    }),
    status: 200,
    answer: z.array(listedRunSchema),
  }),
  getRun: defineRoute({
    method: 'GET',
    path: '/api/runs/{id}',
    access: { role: 'viewer' },
    tag,
    summary: 'One run, and how it is getting on.',
    params,
    status: 200,
    answer: runSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
  runEvents: defineRoute({
    method: 'GET',
    path: '/api/runs/{id}/events',
    access: { role: 'viewer' },
    tag,
    summary:
      'Follow a run: what happened so far (after `Last-Event-ID`, if given), then what happens, until `done`.',
    params,
    status: 200,
    answer: 'text/event-stream',
    errors: ['RUN_NOT_FOUND'],
  }),
  runSteps: defineRoute({
    method: 'GET',
    path: '/api/runs/{id}/steps',
    access: { role: 'viewer' },
    tag,
    summary: 'What happened so far, as a list.',
    params,
    query: z.strictObject({
      all: truth
        .default(false)
        .describe(
          `Also what readers of the stream are not told: ${Object.keys(runDetailCatalog).join(', ')}.`,
        ),
    }),
    status: 200,
    answer: z.array(runEventSchema),
    errors: ['RUN_NOT_FOUND'],
  }),
  cancelRun: defineRoute({
    method: 'POST',
    path: '/api/runs/{id}/cancel',
    access: { role: 'operator' },
    tag,
    summary: 'End a run: the model, its calls and its questions.',
    params,
    status: 200,
    answer: runSchema,
    errors: ['RUN_NOT_FOUND'],
  }),
};
