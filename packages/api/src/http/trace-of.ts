import { readTrace, type TraceContext } from '@patchbay/core';

/** What the client of a request says that it belongs to. */
export function traceOf({ headers }: Request): TraceContext | undefined {
  const traceparent = headers.get('traceparent');
  if (traceparent === null) return undefined;
  return readTrace({ traceparent, tracestate: headers.get('tracestate'), baggage: headers.get('baggage') });
}
