import type { JsonObject, RpcAnswer } from '@patchbay/contracts';
import {
  capabilitiesKey,
  codes,
  isObject,
  metaOf,
  methodNotFound,
  modernVersion,
  refuse,
  serverInfoKey,
  versionKey,
  type Message,
  type Version,
} from './wire.ts';

// The era without a handshake: every request says who asks, every result what it is and how long it holds.

/** Whether a server of both eras reads this as modern: whoever has an envelope, or looks for a modern server. */
function isModernMessage(message: JsonObject): boolean {
  return message['method'] === 'server/discover' || metaOf(message)[versionKey] !== undefined;
}

/** A server of one era reads everything as that era's. */
export function isModern(versions: readonly Version[], message: JsonObject): boolean {
  if (!versions.includes(modernVersion)) return false;
  return versions.length === 1 || isModernMessage(message);
}

/** What is wrong with the envelope of a request, if anything. */
export function checkEnvelope(message: Message, supported: readonly Version[]): RpcAnswer | undefined {
  if (['initialize', 'ping'].includes(message.method)) return methodNotFound(message.method);
  const { [versionKey]: requested, [capabilitiesKey]: capabilities } = metaOf(message);
  if (typeof requested !== 'string') return refuse(codes.invalidParams, `Missing in _meta: ${versionKey}`);
  if (!isObject(capabilities)) return refuse(codes.invalidParams, `Missing in _meta: ${capabilitiesKey}`);
  if (requested === modernVersion) return undefined;
  return refuse(codes.unsupportedVersion, 'Unsupported protocol version', { supported, requested });
}

const cacheable = [
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
];

export interface Stamp {
  readonly serverInfo: JsonObject;
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

export function stampResult(method: string, answer: RpcAnswer, stamp: Stamp): RpcAnswer {
  if (answer.error) return answer;
  const { serverInfo, ttlMs, cacheScope } = stamp;
  const meta = answer.result['_meta'] as JsonObject | undefined; // the fixture's own results have no other kind
  const caching = cacheable.includes(method) ? { ttlMs, cacheScope } : {};
  return {
    result: {
      resultType: 'complete',
      ...answer.result,
      ...caching,
      _meta: { ...meta, [serverInfoKey]: serverInfo },
    },
  };
}
