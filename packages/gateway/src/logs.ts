import { metaKeys, type JsonObject, type RpcRequest } from '@patchbay/contracts';
import {
  hasRole,
  isAtLeast,
  isLogLevel,
  type LogLevel,
  type LogWish,
  type Principal,
  type ServerLevels,
  type View,
} from '@patchbay/core';
import { metaOf } from './envelope.ts';
import type { EventStream } from './event-stream.ts';
import { invalidParams } from './incoming.ts';
import { errorPayload, resultPayload, type Payload } from './payload.ts';
import { notification } from './session-watches.ts';
import type { Session, Sessions } from './sessions.ts';

export interface LogsDeps {
  readonly serverLevels: Pick<ServerLevels, 'want'>;
  readonly sessions: Sessions;
  /** Undefined where there is nothing for this principal any more. */
  readonly findView: (profile: string | undefined, principal: Principal) => View | undefined;
}

/** What servers log, for the clients that asked for it. */
export class Logs {
  readonly #deps: LogsDeps;

  constructor(deps: LogsDeps) {
    this.#deps = deps;
  }

  /** Answers logging/setLevel: for all that a session asks from now on. */
  async setLevel(session: Session, principal: Principal, { id, params }: RpcRequest): Promise<Payload> {
    const level = params?.['level'];
    if (!isLogLevel(level)) return errorPayload(id, invalidParams('"level" is none of the levels of a log.'));
    session.log = { level, principal };
    await this.#deps.serverLevels.want(level);
    return resultPayload(id, {});
  }

  /** On the stream of the answer, or else on that of the session. A log is not kept for those who do not listen. */
  ofSession(session: Session, stream: EventStream | undefined): LogWish | undefined {
    return session.log && wish(session.log.level, (text) => (stream ?? session.stream)?.send(text));
  }

  /** A modern client says with every request what it wants; it can only be told on the stream of the answer. */
  async ofRequest(message: RpcRequest, stream: EventStream | undefined): Promise<LogWish | undefined> {
    const level = logLevelOf(message);
    if (level === undefined || !stream) return undefined;
    await this.#deps.serverLevels.want(level);
    return wish(level, (text) => stream.send(text));
  }

  /** What belongs to no request that is known. It may be about anybody's, so it is for those who may call that server. */
  tell(server: string, params: JsonObject): void {
    const { sessions, findView } = this.#deps;
    const _meta = { ...metaOf(params), 'patchbay/server': server };
    const text = notification('notifications/message', { ...params, _meta });
    for (const session of sessions.all()) {
      if (!session.log || !isAtLeast(params['level'], session.log.level)) continue;
      const { principal } = session.log;
      const isTold =
        hasRole(principal, 'operator') &&
        findView(session.profile, principal)?.bookFor(principal).has(server);
      if (isTold) session.stream?.send(text);
    }
  }
}

export function logLevelOf({ params }: RpcRequest): LogLevel | undefined {
  const level = metaOf(params)[metaKeys.logLevel];
  return isLogLevel(level) ? level : undefined;
}

function wish(level: LogLevel, send: (text: string) => void): LogWish {
  const tell = (params: JsonObject): void => {
    if (isAtLeast(params['level'], level)) send(notification('notifications/message', params));
  };
  return { level, tell };
}
