import { z } from 'zod';
import type { Role } from './access.ts';

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
  'secrets.rotated': {
    role: 'admin',
    data: z.object({ resealed: z.number() }),
    means: 'Every secret is sealed with a new key, and the old key is gone.',
  },
} as const satisfies Record<string, { role: Role; data: z.ZodType; means: string }>;

export type EventName = keyof typeof eventCatalog;
export type EventData<N extends EventName> = z.infer<(typeof eventCatalog)[N]['data']>;
export const eventNames = Object.keys(eventCatalog) as EventName[];
