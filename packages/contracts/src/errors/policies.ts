import type { ErrorRows } from './row.ts';

/** Rules about calls, and definitions of tools that somebody accepts. */
export const policyErrors = {
  POLICY_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { id: string }) => `There is no rule "${d.id}".`,
    fix: '`patchbay policies list` shows every rule with its id.',
  },
  POLICY_FROM_CONFIG: {
    status: 409,
    retry: false,
    says: (d: { id: string }) =>
      `Rule "${d.id}" stands in the configuration file and would be back at the next start.`,
    fix: 'Take it out of `policies` in the file and restart the hub. A rule that forbids or asks can be set beside it.',
  },
  DEFINITION_CHANGED: {
    status: 409,
    retry: false,
    says: (d: { serverId: string; tool: string }) =>
      `"${d.serverId}.${d.tool}" has changed again since you looked at it.`,
    fix: '`patchbay tools review <server>` shows it as it is now.',
  },
} as const satisfies ErrorRows;
