import type { Chance } from '../world.ts';

/** Where a call stands in the tree of calls that it belongs to. */
export interface Trace {
  readonly traceId: string;
  /** Of this call; what it calls has it as its parent. */
  readonly spanId: string;
  readonly parentSpan: string | undefined;
  readonly tracestate: string | undefined;
}

/** What a caller said, in the order in which it is believed. */
export interface TraceSources {
  readonly traceId?: unknown;
  readonly parentSpan?: unknown;
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
}

/** A stranger's text goes into our headers only if it is nothing but an id. */
const idShape = /^[\w.-]{1,128}$/;
const traceparentShape = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}/;

/** The trace that a call belongs to, or a new one. The mesh's own words go before those of the W3C. */
export function joinTrace(sources: readonly TraceSources[], chance: Chance): Trace {
  const pick = (key: 'traceId' | 'parentSpan'): string | undefined =>
    sources
      .map((source) => source[key])
      .find((id): id is string => typeof id === 'string' && idShape.test(id));
  const w3c = sources.map(({ traceparent }) => traceparentShape.exec(String(traceparent))).find(Boolean);
  const tracestate = sources.map((source) => source.tracestate).find((one) => isHeaderText(one));
  return {
    traceId: pick('traceId') ?? w3c?.[1] ?? newId(chance),
    spanId: newId(chance).slice(0, 16),
    parentSpan: pick('parentSpan') ?? w3c?.[2],
    tracestate: typeof tracestate === 'string' ? tracestate : undefined,
  };
}

export function newTrace(chance: Chance): Trace {
  return joinTrace([], chance);
}

function newId(chance: Chance): string {
  return chance.uuid().replaceAll('-', '');
}

function isHeaderText(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]{1,512}$/.test(value);
}

/** For the next hop, in both languages. An id that W3C cannot carry goes in the mesh's own words alone. */
export function traceHeaders({ traceId, spanId, tracestate }: Trace): Record<string, string> {
  const w3cId = traceId.replaceAll('-', '').toLowerCase();
  const isW3c = /^[\da-f]{32}$/.test(w3cId) && !/^0+$/.test(w3cId);
  return {
    'x-trace-id': traceId,
    'x-parent-span': spanId,
    ...(isW3c && { traceparent: `00-${w3cId}-${spanId}-01` }),
    ...(isW3c && tracestate !== undefined && { tracestate }),
  };
}
