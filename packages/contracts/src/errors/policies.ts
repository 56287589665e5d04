import type { ErrorRows } from './row.ts';

/** Rules about calls. */
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
} as const satisfies ErrorRows;
