/** Where something stands in a trace, as the W3C writes it: as text, so that it can cross processes and restarts. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
  /** What its client wants those behind it to know. Only servers that an operator named are told. */
  readonly baggage?: string | undefined;
}

/** What somebody said, in `_meta` or in headers. */
export interface TraceWords {
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
  readonly baggage?: unknown;
}

/** The keys of `_meta`, and the names of the headers. */
export const traceKeys: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'baggage']);

/** A later version may say more behind what we know. */
const shape =
  /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2})(?:-[\x21-\x7e]{0,200})?$/;
const longestState = 512;
const longestBaggage = 8_192;

/** A stranger's text goes on only if it is what it says it is. Undefined for everything else. */
export function readTrace({ traceparent, tracestate, baggage }: TraceWords): TraceContext | undefined {
  const known = typeof traceparent === 'string' ? shape.exec(traceparent)?.[1] : undefined;
  if (known === undefined) return undefined;
  return {
    traceparent: `00-${known}`,
    ...(isHeaderText(tracestate, longestState) && { tracestate }),
    ...(isHeaderText(baggage, longestBaggage) && { baggage }),
  };
}

function isHeaderText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && /^[\x20-\x7e]+$/.test(value);
}

export function traceIdOf({ traceparent }: TraceContext): string {
  return traceparent.slice(3, 35);
}

export function spanIdOf({ traceparent }: TraceContext): string {
  return traceparent.slice(36, 52);
}

export function withoutBaggage({ traceparent, tracestate }: TraceContext): TraceContext {
  return { traceparent, ...(tracestate !== undefined && { tracestate }) };
}
