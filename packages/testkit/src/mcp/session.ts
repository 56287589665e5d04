import type { Json, JsonObject, RpcId } from '@patchbay/contracts';
import type { LegacyVersion } from './wire.ts';

/** What a fixture remembers of one client: a legacy session, or the one client of a stdio process. */
export interface Session {
  /** What the handshake agreed on. */
  version: LegacyVersion | undefined;
  /** The client said `notifications/initialized`. */
  isReady: boolean;
  /** What it wants to hear of the log. */
  level: string | undefined;
  /** Resources that it subscribed to. */
  readonly watched: Set<string>;
  readonly running: Map<RpcId, AbortController>;
  /** What its client was asked and has not answered. */
  readonly asked: Map<RpcId, (answer: Json) => void>;
  lastAsked: number;
  /** Sends what belongs to no request. */
  readonly push: (message: JsonObject) => void;
}

/** Who asks: one message of one client. */
export interface Peer {
  readonly session: Session;
  /** Sends what belongs to this request, before its answer. */
  readonly notify: (message: JsonObject) => void;
  /** The client hung up, where the transport can tell. */
  readonly signal?: AbortSignal;
}

export function createSession(push: Session['push'] = () => {}): Session {
  return {
    version: undefined,
    isReady: false,
    level: undefined,
    watched: new Set(),
    running: new Map(),
    asked: new Map(),
    lastAsked: 0,
    push,
  };
}

export function endSession(session: Session): void {
  for (const running of session.running.values()) running.abort();
}
