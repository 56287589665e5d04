import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { maskAddress } from '@patchbay/contracts';
import type { Log, Warnings } from '@patchbay/core';

type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

interface TellingDeps {
  readonly log: Log;
  /** Whom it sends to, for people to read. */
  readonly endpoint: string;
}

const id = 'tracing';

/** Says once that spans cannot be sent, and once that they can again. What could not be sent is lost. */
export function createTellingExporter(inner: SpanExporter, { log, ...given }: TellingDeps) {
  const endpoint = maskAddress(given.endpoint);
  let warnings: Pick<Warnings, 'raise' | 'clear'> | undefined;
  let hasFailed = false;
  const failed = (error: Error | undefined): void => {
    warnings?.raise({
      id,
      category: 'tracing',
      message: `Traces cannot be sent to ${endpoint}: ${error?.message || 'it refused them'}. Calls are not affected.`,
    });
    if (!hasFailed) log.warn('tracing.not-sent', { endpoint, error });
    hasFailed = true;
  };
  const succeeded = (): void => {
    if (!hasFailed) return;
    hasFailed = false;
    warnings?.clear(id);
    log.info('tracing.sent-again', { endpoint });
  };
  const exporter: SpanExporter = {
    export(spans, done) {
      inner.export(spans, (result: ExportResult) => {
        if (result.code === 0) succeeded();
        else failed(result.error);
        done(result);
      });
    },
    shutdown: () => inner.shutdown(),
  };
  return { ...exporter, watch: (own: NonNullable<typeof warnings>) => void (warnings = own) };
}
