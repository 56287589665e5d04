import { isJsonObject, metaKeys, type JsonObject } from '@patchbay/contracts';
import type { Interaction, LogWish, TraceContext } from '@patchbay/core';

/**
 * The params of a request with what this hop adds to `_meta`. What the caller says of its client wins over the
 * envelope, so that a gateway can speak for its own clients. The version and the progress token belong to one hop,
 * so they are ours or absent; the token is the id of the request, and only there when somebody listens.
 */
export function withMeta(
  params: JsonObject | undefined,
  envelope: JsonObject | undefined,
  progressToken: number | undefined,
): JsonObject | undefined {
  const given = isJsonObject(params?.['_meta']) ? params['_meta'] : undefined;
  if (given === undefined && envelope === undefined && progressToken === undefined) return params;
  if (given === undefined && progressToken === undefined) return { ...params, _meta: envelope };
  const protocolVersion = envelope?.[metaKeys.protocolVersion];
  // JSON leaves out what is undefined
  return {
    ...params,
    _meta: { ...envelope, ...given, [metaKeys.protocolVersion]: protocolVersion, progressToken },
  };
}

/** In `_meta`, where servers of every era and transport find it. What the caller said of a trace was read before. */
export function withTrace(
  params: JsonObject | undefined,
  trace: TraceContext | undefined,
): JsonObject | undefined {
  if (!trace) return params;
  const given = isJsonObject(params?.['_meta']) ? params['_meta'] : undefined;
  return { ...params, _meta: { ...given, ...trace } };
}

/** A modern server may ask what the client of this very request can answer. */
export function withCapabilities(
  envelope: JsonObject | undefined,
  interaction: Interaction | undefined,
): JsonObject | undefined {
  return envelope && interaction
    ? { ...envelope, [metaKeys.clientCapabilities]: interaction.capabilities }
    : envelope;
}

/** A modern server logs for those who ask for it with the request; others have no envelope. */
export function withLevel(
  envelope: JsonObject | undefined,
  log: LogWish | undefined,
): JsonObject | undefined {
  return envelope && log ? { ...envelope, [metaKeys.logLevel]: log.level } : envelope;
}
