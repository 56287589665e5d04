import { z } from 'zod';
import type { Role } from './access.ts';
import { approvalStatuses } from './approvals.ts';
import { policyKinds } from './policies.ts';
import { runStatuses } from './runs.ts';
import { serverStatuses } from './status.ts';

/** What happened, as `/api/events` tells it: noun.past-verb, the data it carries, and the role that may see it. */
export const eventCatalog = {
  'hub.started': {
    role: 'viewer',
    data: z.object({ version: z.string() }),
    means: 'The hub accepts requests.',
  },
  'hub.stopping': {
    role: 'viewer',
    data: z.object({}),
    means: 'The hub finishes what it is doing and stops.',
  },
  'key.created': {
    role: 'admin',
    data: z.object({ id: z.string(), name: z.string(), by: z.string() }),
    means: 'An admin created a key.',
  },
  'key.revoked': {
    role: 'admin',
    data: z.object({ id: z.string(), name: z.string(), by: z.string() }),
    means: 'An admin revoked a key. Its open streams end.',
  },
  'server.registered': {
    role: 'viewer',
    data: z.object({ serverId: z.string(), source: z.string() }),
    means: 'A server was registered.',
  },
  'server.updated': {
    role: 'viewer',
    data: z.object({ serverId: z.string(), revision: z.number() }),
    means: 'The definition of a server was changed.',
  },
  'server.removed': {
    role: 'viewer',
    data: z.object({ serverId: z.string() }),
    means: 'A server was removed.',
  },
  'server.status-changed': {
    role: 'viewer',
    data: z.object({ serverId: z.string(), status: z.enum(serverStatuses), reason: z.string().nullable() }),
    means: 'The connection of a server came, went or failed; `reason` says why.',
  },
  'catalog.changed': {
    role: 'viewer',
    data: z.object({ serverId: z.string(), toolCount: z.number() }),
    means: 'A server offers other tools, resources or prompts than before.',
  },
  'call.outcome-unknown': {
    role: 'operator',
    data: z.object({ id: z.string(), serverId: z.string(), toolName: z.string() }),
    means: 'A call was on its way when the hub was killed. It may have run.',
  },
  'approval.requested': {
    role: 'approver',
    data: z.object({
      id: z.string(),
      serverId: z.string(),
      toolName: z.string(),
      principal: z.string(),
      expiresAt: z.string(),
    }),
    means: 'A call waits for somebody to decide. Its arguments are at `/api/approvals/{id}`.',
  },
  'approval.ended': {
    role: 'approver',
    data: z.object({ id: z.string(), status: z.enum(approvalStatuses), by: z.string().nullable() }),
    means: 'An approval was given, refused, taken back, or nobody decided in time.',
  },
  'tool.changed': {
    role: 'viewer',
    data: z.object({ serverId: z.string(), toolName: z.string(), isHeld: z.boolean() }),
    means: 'A tool is not defined as it was accepted. If `isHeld`, it is hidden until somebody accepts it.',
  },
  'tool.found': {
    role: 'viewer',
    data: z.object({ serverId: z.string(), toolName: z.string() }),
    means: 'A server whose tools are reviewed has a new one. It is hidden until somebody accepts it.',
  },
  'tool.accepted': {
    role: 'viewer',
    data: z.object({ serverId: z.string(), toolName: z.string(), by: z.string() }),
    means: 'An admin has looked at a tool and accepted it as it is.',
  },
  'policy.changed': {
    role: 'operator',
    data: z.object({
      id: z.string(),
      serverId: z.string(),
      toolName: z.string(),
      policy: z.enum(policyKinds),
      by: z.string(),
    }),
    means: 'An admin set a rule about calls, or changed one.',
  },
  'policy.removed': {
    role: 'operator',
    data: z.object({ id: z.string(), serverId: z.string(), toolName: z.string(), by: z.string() }),
    means: 'An admin removed a rule about calls.',
  },
  'profile.changed': {
    role: 'admin',
    data: z.object({ profile: z.string(), revision: z.number(), by: z.string() }),
    means: 'An admin added a profile, or changed one.',
  },
  'profile.removed': {
    role: 'admin',
    data: z.object({ profile: z.string(), by: z.string() }),
    means: 'An admin removed a profile.',
  },
  'definition.changed': {
    role: 'admin',
    data: z.object({
      kind: z.enum(['model', 'agent']),
      name: z.string(),
      revision: z.number().nullable(),
      by: z.string(),
    }),
    means: 'An admin added, changed or removed a model or an agent; without a revision it is gone.',
  },
  'run.changed': {
    role: 'admin',
    data: z.object({ id: z.string(), status: z.enum(runStatuses) }),
    means: 'A run was asked for, began, waits, goes on or has ended.',
  },
  'secrets.rotated': {
    role: 'admin',
    data: z.object({ resealed: z.number() }),
    means: 'Every secret is sealed with a new key, and the old key is gone.',
  },
} as const satisfies Record<string, { role: Role; data: z.ZodType; means: string }>;

export type EventName = keyof typeof eventCatalog;
export type EventData<N extends EventName> = z.infer<(typeof eventCatalog)[N]['data']>;
export const eventNames = Object.keys(eventCatalog) as EventName[];
