import type { ErrorRows } from './row.ts';

/**
 * How far a request had come when it failed: it never left, it was refused before anything ran, or it was
 * sent and nobody knows. What was answered has no phase, because it did not fail.
 */
export type CallPhase = 'not-sent' | 'refused' | 'unknown';

interface ConnectionFailure {
  readonly serverId: string;
  readonly reason: string;
  readonly phase?: CallPhase;
  readonly retryAfterMs?: number | undefined;
  /** The server forgot us, and said so before it looked at anything else. */
  readonly isSessionLost?: boolean;
}

/** Registered servers, and the families of failure that talking to one can have (`MCP_…`). */
export const serverErrors = {
  SERVER_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { serverId: string }) => `There is no server "${d.serverId}".`,
    fix: 'Check the spelling against the list of servers.',
  },
  SERVER_EXISTS: {
    status: 409,
    retry: false,
    says: (d: { serverId: string }) => `A server named "${d.serverId}" exists already.`,
    fix: 'Choose another name, or update the one that exists.',
  },
  SERVER_NOT_ALLOWED: {
    status: 403,
    retry: false,
    says: (d: { serverId: string }) => `The name "${d.serverId}" is not on the allow-list.`,
    fix: 'Add it to `mcp.security.allowedServerNames`, or empty that list to allow every name.',
  },
  REVISION_CONFLICT: {
    status: 409,
    retry: true,
    says: (d: { serverId: string; current: number }) =>
      `Server "${d.serverId}" was changed by somebody else; it is now at revision ${String(d.current)}.`,
    fix: 'Read it again, apply your change to what you read, and send it with that revision.',
  },
  MCP_CLIENT_ERROR: {
    status: 502,
    retry: false,
    says: (d: { serverId: string; reason: string }) => `MCP server "${d.serverId}": ${d.reason}`,
    fix: 'Read the reason; it comes from talking to the server.',
  },
  MCP_CONNECTION_FAILED: {
    status: 503,
    retry: true,
    says: (d: ConnectionFailure) => `Failed to connect to MCP server "${d.serverId}": ${d.reason}`,
    fix: 'Check that the server runs and that its command or URL is right.',
  },
  MCP_TIMEOUT: {
    status: 504,
    retry: true,
    says: (d: { serverId: string; afterMs: number; phase?: CallPhase }) =>
      `MCP server "${d.serverId}" did not answer within ${String(d.afterMs)} ms.`,
    fix: 'Raise the time-out of this server, or find out why it is slow.',
  },
  MCP_PROTOCOL_ERROR: {
    status: 502,
    retry: false,
    says: (d: { serverId: string; reason: string; phase?: CallPhase }) =>
      `MCP server "${d.serverId}" broke the protocol: ${d.reason}`,
    fix: 'The server is at fault; its log may say more.',
  },
  MCP_AUTHENTICATION_FAILED: {
    status: 502,
    retry: false,
    says: (d: { serverId: string; phase?: CallPhase }) =>
      `MCP server "${d.serverId}" did not accept our credentials.`,
    fix: 'Give the server a new token.',
  },
} as const satisfies ErrorRows;
