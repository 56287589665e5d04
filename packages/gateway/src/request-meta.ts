import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject, RpcRequest } from '@patchbay/contracts';
import { readTrace, traceKeys, type TraceContext } from '@patchbay/core';
import { metaOf } from './envelope.ts';
import type { EventStream } from './event-stream.ts';

export function progressTokenOf({ params }: RpcRequest): string | number | undefined {
  const token = metaOf(params)['progressToken'];
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/** Where progress goes, if the client wants it and can take it. */
export function progressTo(stream: EventStream | undefined, message: RpcRequest) {
  const token = progressTokenOf(message);
  return stream && token !== undefined ? forwardProgress(stream, token) : undefined;
}

export function forwardProgress(stream: EventStream, progressToken: string | number) {
  return (params: JsonObject): void =>
    stream.send(
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { ...params, progressToken },
      }),
    );
}

/** What it belongs to. What the client itself says goes before what something on the way put into the headers. */
export function traceOf(headers: IncomingHttpHeaders, { params }: RpcRequest): TraceContext | undefined {
  const { traceparent, tracestate, baggage } = headers;
  return readTrace(metaOf(params)) ?? readTrace({ traceparent, tracestate, baggage });
}

/** What a client says to the server itself: all but what belongs to this hop. */
export function passedOn(meta: JsonObject): JsonObject | undefined {
  let kept: Record<string, Json | undefined> | undefined;
  for (const key of Object.keys(meta)) {
    if (key === 'progressToken' || traceKeys.has(key) || key.startsWith('io.modelcontextprotocol/')) continue;
    kept ??= {};
    kept[key] = meta[key];
  }
  return kept;
}
