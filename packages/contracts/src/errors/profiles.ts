import type { ErrorRows } from './row.ts';

/** Named views of the catalogue. */
export const profileErrors = {
  PROFILE_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { profile: string }) => `There is no profile "${d.profile}" that you may use.`,
    fix: '`patchbay profiles list` shows those there are for you.',
  },
  PROFILE_EXISTS: {
    status: 409,
    retry: false,
    says: (d: { profile: string }) => `A profile named "${d.profile}" exists already.`,
    fix: 'Choose another name, or change the one that exists: `patchbay profiles set`.',
  },
  PROFILE_FROM_CONFIG: {
    status: 409,
    retry: false,
    says: (d: { profile: string }) =>
      `Profile "${d.profile}" stands in the configuration file and is changed only there.`,
    fix: 'Change it under `profiles` in the file and restart the hub, or choose another name.',
  },
  PROFILE_CHANGED: {
    status: 409,
    retry: true,
    says: (d: { profile: string; current: number }) =>
      `Profile "${d.profile}" was changed by somebody else; it is now at revision ${String(d.current)}.`,
    fix: 'Read it again, apply your change to what you read, and send it with that revision.',
  },
} as const satisfies ErrorRows;
