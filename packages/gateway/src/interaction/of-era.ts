import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import type { InputRequest, InputRequests } from '@patchbay/core';

/** As the modern era says it: the mode is always said, and nobody is told when what a URL leads to is done. */
export function toModernInput(requests: Iterable<readonly [string, InputRequest]>): JsonObject {
  const said = [...requests].map(([key, { method, params }]): [string, JsonObject] => {
    const { elicitationId: _, ...others } = withoutHop(params);
    return [key, { method, params: method === 'elicitation/create' ? { mode: 'form', ...others } : others }];
  });
  return Object.fromEntries(said);
}

/** As the legacy era says it: forms are what is meant when nothing is said, and a URL has an id. */
export function toLegacyInput({ method, params }: InputRequests[string], newId: () => string): JsonObject {
  const { mode, ...others } = withoutHop(params);
  if (method !== 'elicitation/create' || mode === 'form') return others;
  return mode === 'url' ? { elicitationId: newId(), ...others, mode } : { ...others, mode };
}

/** Without the progress token, which belongs to the hop on which it was sent. */
function withoutHop(params: JsonObject): JsonObject {
  const { _meta, ...others } = params;
  if (!isJsonObject(_meta)) return params;
  const { progressToken: _, ...meta } = _meta;
  return Object.keys(meta).length > 0 ? { ...others, _meta: meta } : others;
}
