import { noTracing, type Log, type Tracing, type Warnings } from '@patchbay/core';
import type { TracingConfig } from '../config/tracing-schema.ts';

/** Traces, for as long as the hub runs. */
export interface HubTracing extends Tracing {
  /** Spans that cannot be sent are told of here, as long as it is so. */
  watch(warnings: Pick<Warnings, 'raise' | 'clear'>): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

export interface TracingSurroundings {
  readonly version: string;
  readonly log: Log;
}

const off: HubTracing = { ...noTracing, watch() {}, async close() {} };

/** The library is loaded only where there is somebody to send spans to. */
export async function openTracing(
  config: TracingConfig,
  surroundings: TracingSurroundings,
): Promise<HubTracing> {
  const { endpoint, sampleRatio, disabled } = config;
  if (endpoint === undefined || disabled || sampleRatio === 0) return off;
  const { createOtelTracing } = await import('./otel-tracing.ts');
  return createOtelTracing({ ...config, endpoint }, surroundings);
}

/** What clients say in `baggage` is theirs, and goes to nobody whom the operator did not name. */
export function createSharesBaggage({ baggageTo }: Pick<TracingConfig, 'baggageTo'>) {
  const named = new Set(baggageTo);
  return (server: string): boolean => named.has(server) || named.has('*');
}
