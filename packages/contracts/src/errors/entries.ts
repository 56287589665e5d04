import type { ErrorRows } from './row.ts';

/** What people name and describe: models, agents. */
export const entryErrors = {
  ENTRY_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { kind: string; name: string }) => `There is no ${d.kind} "${d.name}".`,
    fix: '`patchbay models list` and `patchbay agents list` show those there are.',
  },
  ENTRY_EXISTS: {
    status: 409,
    retry: false,
    says: (d: { kind: string; name: string }) => `The ${d.kind} "${d.name}" exists already.`,
    fix: 'Choose another name, or replace it; the command line does with --replace.',
  },
  ENTRY_FROM_CONFIG: {
    status: 409,
    retry: false,
    says: (d: { kind: string; name: string }) =>
      `The ${d.kind} "${d.name}" stands in the configuration file and is changed only there.`,
    fix: 'Change it in the file and restart the hub, or choose another name.',
  },
  ENTRY_CHANGED: {
    status: 409,
    retry: true,
    says: (d: { kind: string; name: string; current: number }) =>
      `The ${d.kind} "${d.name}" was changed by somebody else; it is now at revision ${String(d.current)}.`,
    fix: 'Read it again, apply your change to what you read, and send it with that revision.',
  },
} as const satisfies ErrorRows;
