/** What a server's connection can be in. `statusReason` beside it says why. */
export const serverStatuses = [
  'PENDING',
  'CONNECTING',
  'CONNECTED',
  'DISCONNECTED',
  'FAILED',
  'DISABLED',
] as const;
export type ServerStatus = (typeof serverStatuses)[number];

/** The life of one connection, beside the status of its server. */
export const sessionStates = ['INITIALIZING', 'ACTIVE', 'ERROR', 'CLOSED'] as const;
export type SessionState = (typeof sessionStates)[number];

/** Whether the hub has the server's lists. */
export const syncStatuses = ['NEVER_SYNCED', 'SYNCING', 'SYNCED', 'SYNC_FAILED'] as const;
export type SyncStatus = (typeof syncStatuses)[number];
