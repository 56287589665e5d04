import { legacyVersions, modernVersion, type Version } from '@patchbay/testkit/mcp';

/** In the order in which the reference shows them; what may disturb others at the same server comes last. */
export const columnNames = [
  'list',
  'call',
  'progress',
  'error',
  'elicitation',
  'sampling',
  'resource read',
  'subscription',
  'cancel',
] as const;
export type ColumnName = (typeof columnNames)[number];

export const allVersions: readonly Version[] = [...legacyVersions, modernVersion];

/** What cannot be, and what is seen instead. */
export interface Exception {
  readonly column: ColumnName;
  readonly isFor: (client: Version) => boolean;
  readonly outcome: (server: Version) => string;
  readonly why: string;
}

export const exceptions: readonly Exception[] = [
  {
    column: 'elicitation',
    isFor: (client) => client < '2025-06-18',
    outcome: (server) => (server === modernVersion ? 'the call fails' : 'the server is told'),
    why: 'Elicitation came with 2025-06-18, so an older client cannot be asked. A legacy server is told so when it asks, and may do without; if it fails then, or if the server is a modern one, which knows beforehand, the call fails with `INPUT_UNAVAILABLE`.',
  },
];

export function exceptionFor(column: ColumnName, client: Version): Exception | undefined {
  return exceptions.find((one) => one.column === column && one.isFor(client));
}
