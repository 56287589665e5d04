import {
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import {
  spanIdOf,
  traceIdOf,
  type Span,
  type SpanAttributes,
  type SpanEnd,
  type SpanStart,
  type TraceContext,
} from '@patchbay/core';
import type { TracingConfig } from '../config/tracing-schema.ts';
import type { HubTracing, TracingSurroundings } from './open-tracing.ts';
import { createTellingExporter } from './telling-exporter.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Long names are cut: some of them come from servers. */
const longestValue = 256;
const exportTimeoutMs = 10_000;

export function createOtelTracing(
  config: TracingConfig & { readonly endpoint: string },
  { version, log }: TracingSurroundings,
): HubTracing {
  const headers = Object.entries(config.headers).map(([name, value]) => [name, value.reveal()] as const);
  const exporter = createTellingExporter(
    new OTLPTraceExporter({
      url: toTracesUrl(config.endpoint),
      headers: Object.fromEntries(headers),
      timeoutMillis: exportTimeoutMs,
    }),
    { log, endpoint: config.endpoint },
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.sampleRatio) }),
    spanLimits: { attributeValueLengthLimit: longestValue },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  });
  return {
    isOn: true,
    begin: createBegin(provider.getTracer('patchbay', version)),
    watch: exporter.watch,
    close: () => provider.shutdown().catch(() => {}), // it was told already
  };
}

/** As the variable of the environment means it: the address of the collector, or that of its traces. */
export function toTracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

function createBegin(tracer: Tracer) {
  return ({ name, kind, parent, attributes, startedAt }: SpanStart): Span => {
    const options = {
      kind: kinds[kind],
      ...(attributes && { attributes: defined(attributes) }),
      ...(startedAt && { startTime: startedAt }),
    };
    const span = tracer.startSpan(name, options, toContext(parent));
    return { context: toTrace(span, parent?.baggage), end: (how) => end(span, how) };
  };
}

function end(span: OtelSpan, { name, attributes, error, endedAt }: SpanEnd = {}): void {
  if (span.isRecording()) {
    if (name !== undefined) span.updateName(name.slice(0, longestValue));
    if (attributes) span.setAttributes(defined(attributes));
    if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(endedAt);
}

function defined(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined),
  ) as Attributes;
}

function toContext(parent: TraceContext | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceIdOf(parent),
    spanId: spanIdOf(parent),
    traceFlags: Number.parseInt(parent.traceparent.slice(-2), 16),
    isRemote: true,
    ...(parent.tracestate !== undefined && { traceState: createTraceState(parent.tracestate) }),
  });
}

function toTrace(span: OtelSpan, baggage: string | undefined): TraceContext {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const tracestate = traceState?.serialize() || undefined;
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(tracestate !== undefined && { tracestate }),
    ...(baggage !== undefined && { baggage }),
  };
}
