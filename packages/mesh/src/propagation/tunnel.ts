import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import type { IsAllowed } from './allow-list.ts';
import type { Trace, TraceSources } from './trace.ts';

/** What travels inside the arguments, for those on the way who drop headers. */
export interface Tunnelled {
  /** The arguments as the tool may see them. */
  readonly args: JsonObject;
  readonly trace: TraceSources;
  readonly headers: JsonObject;
}

export function unpack({ _trace_id, _parent_span, _mesh_headers, ...args }: JsonObject): Tunnelled {
  return {
    args,
    trace: { traceId: _trace_id, parentSpan: _parent_span },
    headers: isJsonObject(_mesh_headers) ? _mesh_headers : {},
  };
}

export function pack(
  args: JsonObject,
  { traceId, spanId }: Trace,
  headers: Readonly<Record<string, string>>,
): JsonObject {
  return {
    ...args,
    _trace_id: traceId,
    _parent_span: spanId,
    ...(Object.keys(headers).length > 0 && { _mesh_headers: headers }),
  };
}

/** Only what the allow-list names, whichever way it came; a real header goes before a tunnelled one. */
export function passedOn(
  headers: Readonly<Record<string, string | undefined>>,
  tunnelled: JsonObject,
  isAllowed: IsAllowed,
): Readonly<Record<string, string>> {
  const entries = [...Object.entries(tunnelled), ...Object.entries(headers)]
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter((entry): entry is [string, string] => isHeaderValue(entry[1]) && isAllowed(entry[0]));
  return Object.fromEntries(entries);
}

function isHeaderValue(value: unknown): boolean {
  return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
