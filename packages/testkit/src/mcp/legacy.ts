import type { JsonObject, RpcAnswer } from '@patchbay/contracts';
import type { Session } from './session.ts';
import {
  codes,
  legacyVersions,
  methodNotFound,
  ok,
  paramsOf,
  refuse,
  type LegacyVersion,
  type Message,
} from './wire.ts';

// The era of the handshake: nothing but `initialize` and `ping` before it, and no second one.

export interface Greeting {
  readonly versions: readonly LegacyVersion[];
  readonly about: JsonObject;
}

/** Answers what is legacy only, and refuses what comes too early; `undefined` is for the methods of both eras. */
export function answerLegacy(message: Message, session: Session, greeting: Greeting): RpcAnswer | undefined {
  if (message.method === 'server/discover') return methodNotFound(message.method);
  if (message.method === 'initialize') return initialize(message, session, greeting);
  if (message.method === 'ping') return ok({});
  if (!session.isReady) return refuse(codes.invalidRequest, 'The server is not initialized');
  if (message.method === 'logging/setLevel') return setLevel(message, session);
  return undefined;
}

function setLevel(message: Message, session: Session): RpcAnswer {
  const { level } = paramsOf(message);
  if (typeof level !== 'string') return refuse(codes.invalidParams, 'Missing: level');
  session.level = level;
  return ok({});
}

function initialize(message: Message, session: Session, { versions, about }: Greeting): RpcAnswer {
  if (session.version) return refuse(codes.invalidRequest, 'The server is initialized already');
  const { protocolVersion } = paramsOf(message);
  if (typeof protocolVersion !== 'string') return refuse(codes.invalidParams, 'Missing: protocolVersion');
  session.version = versions.find((version) => version === protocolVersion) ?? newest(versions);
  return ok({ protocolVersion: session.version, ...about });
}

export function newest(versions: readonly LegacyVersion[]): LegacyVersion {
  return versions.toSorted().at(-1) ?? legacyVersions[0];
}
