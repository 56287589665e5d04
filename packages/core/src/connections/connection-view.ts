import type {
  ErrorCode,
  Era,
  Implementation,
  JsonObject,
  ProtocolVersion,
  ServerStatus,
  SessionState,
} from '@patchbay/contracts';
import type { ReconnectPolicy } from './backoff.ts';
import type { Link } from './link.ts';

/** What a supervisor knows about its connection. */
export interface ConnectionState {
  readonly status: ServerStatus;
  readonly why: Why | null;
  readonly since: Date;
  readonly isLazy: boolean;
  readonly failedAttempts: number;
  readonly nextAttemptAt: Date | undefined;
  readonly openedAt: Date | undefined;
  readonly usedAt: Date | undefined;
  readonly answeredAt: Date | undefined;
  readonly lastError: LastError | undefined;
}

/** What led to a status. */
export interface Why {
  /** One sentence for people. */
  readonly reason: string;
  /** For programs, where something failed. */
  readonly code: ErrorCode | null;
  /** What its process wrote for people before it ended. */
  readonly lastWords?: string | undefined;
}

interface LastError extends Why {
  readonly at: Date;
}

/** What others may know about it. */
export interface ConnectionView {
  readonly status: ServerStatus;
  readonly reason: string | null;
  readonly code: ErrorCode | null;
  readonly since: Date;
  readonly nextAttemptAt: Date | undefined;
  /** Attempts to win it back since it was last good. */
  readonly attempts: number;
  /** When it last answered a request of any kind. */
  readonly answeredAt: Date | undefined;
  readonly lastError: LastError | undefined;
  /** No quick attempt is left; only a slow probe looks now and then. */
  readonly isGivenUp: boolean;
  /** Whether the next call would try to connect it. */
  readonly isCallable: boolean;
  readonly session: SessionView | undefined;
}

export interface SessionView {
  readonly state: SessionState;
  readonly era: Era | undefined;
  readonly protocolVersion: ProtocolVersion | undefined;
  readonly serverInfo: Implementation | undefined;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly createdAt: Date | undefined;
  readonly lastAccessedAt: Date | undefined;
}

const sessionStates: Readonly<Record<ServerStatus, SessionState | undefined>> = {
  PENDING: undefined,
  CONNECTING: 'INITIALIZING',
  CONNECTED: 'ACTIVE',
  DISCONNECTED: 'CLOSED',
  FAILED: 'ERROR',
  DISABLED: 'CLOSED',
};

export function toView(
  state: ConnectionState,
  link: Link | undefined,
  reconnection: ReconnectPolicy,
): ConnectionView {
  const { status, why, since, nextAttemptAt, failedAttempts, answeredAt, lastError } = state;
  const isLastTried = !reconnection.enabled || failedAttempts >= reconnection.maxAttempts;
  return {
    status,
    reason: why?.reason ?? null,
    code: why?.code ?? null,
    since,
    nextAttemptAt,
    attempts: failedAttempts,
    answeredAt,
    lastError,
    isGivenUp: status === 'FAILED' && isLastTried,
    isCallable: refusalOf(state, reconnection) === undefined,
    session: toSession(state, link),
  };
}

function toSession(
  { status, openedAt, usedAt }: ConnectionState,
  link: Link | undefined,
): SessionView | undefined {
  const state = sessionStates[status];
  return (
    state && {
      state,
      era: link?.era,
      protocolVersion: link?.protocolVersion,
      serverInfo: link?.serverInfo,
      capabilities: link?.capabilities ?? {},
      instructions: link?.instructions,
      createdAt: openedAt,
      lastAccessedAt: usedAt,
    }
  );
}

/** Why a call may not connect it, or undefined when it may. What a person ended, no call begins again. */
export function refusalOf(
  { status, why, isLazy }: ConnectionState,
  reconnection: ReconnectPolicy,
): string | undefined {
  if (status === 'DISABLED') return 'it is disabled.';
  if (status === 'DISCONNECTED') return 'it was disconnected and waits to be connected again.';
  if (status === 'PENDING' && !isLazy) return 'nobody has connected it yet.';
  if (status === 'FAILED' && !reconnection.enabled) return why?.reason ?? 'its connection failed.';
  return undefined;
}
