import type {
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
  readonly reason: string | null;
  readonly since: Date;
  readonly isLazy: boolean;
  readonly failedAttempts: number;
  readonly nextAttemptAt: Date | undefined;
  readonly openedAt: Date | undefined;
}

/** What others may know about it. */
export interface ConnectionView {
  readonly status: ServerStatus;
  readonly reason: string | null;
  readonly since: Date;
  readonly nextAttemptAt: Date | undefined;
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
  state: ConnectionState & { readonly usedAt: Date | undefined },
  link: Link | undefined,
  reconnection: ReconnectPolicy,
): ConnectionView {
  const { status, reason, since, nextAttemptAt, failedAttempts, openedAt, usedAt } = state;
  const session = sessionStates[status];
  return {
    status,
    reason,
    since,
    nextAttemptAt,
    isGivenUp: status === 'FAILED' && (!reconnection.enabled || failedAttempts >= reconnection.maxAttempts),
    isCallable: refusalOf(state, reconnection) === undefined,
    session: session && {
      state: session,
      era: link?.era,
      protocolVersion: link?.protocolVersion,
      serverInfo: link?.serverInfo,
      capabilities: link?.capabilities ?? {},
      instructions: link?.instructions,
      createdAt: openedAt,
      lastAccessedAt: usedAt,
    },
  };
}

/** Why a call may not connect it, or undefined when it may. What a person ended, no call begins again. */
export function refusalOf(
  { status, reason, isLazy }: ConnectionState,
  reconnection: ReconnectPolicy,
): string | undefined {
  if (status === 'DISABLED') return 'it is disabled.';
  if (status === 'DISCONNECTED') return 'it was disconnected and waits to be connected again.';
  if (status === 'PENDING' && !isLazy) return 'nobody has connected it yet.';
  if (status === 'FAILED' && !reconnection.enabled) return reason ?? 'its connection failed.';
  return undefined;
}
