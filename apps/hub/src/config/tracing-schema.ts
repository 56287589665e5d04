import { line, secretText, truth } from '@patchbay/contracts';
import { z } from 'zod';

const headerName = z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'Write the name of a header.');

/** Traces of calls, runs and approvals, in OpenTelemetry's own protocol. */
export const tracingSchema = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'Write the address of a collector, such as http://localhost:4318.' })
    .optional()
    .describe(
      'A collector that takes OTLP over HTTP (protobuf). Without one nothing is traced. `/v1/traces` is added to it.',
    ),
  headers: z
    .preprocess(readPairs, z.record(headerName, secretText))
    .default({})
    .describe('For the collector, such as its key; in the environment as name=value,name=value.'),
  sampleRatio: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'The share of traces that are recorded. Where a client says whether its trace is recorded, that counts; 0 records nothing at all.',
    ),
  serviceName: line(100).min(1).default('patchbay').describe('What this hub is called in traces.'),
  baggageTo: z
    .array(line(64).min(1))
    .default([])
    .describe('Servers that are told what clients say in `baggage`; * is all of them.'),
  disabled: truth.default(false).describe('Traces nothing, whatever else is said here.'),
});
export type TracingConfig = z.output<typeof tracingSchema>;

/** As OTEL_EXPORTER_OTLP_HEADERS has it: names and values, encoded as in an address. */
function readPairs(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const pairs = value.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return at === -1
        ? [pair.trim(), undefined]
        : [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // written as it is
  }
}
