import { describe, expect, it } from 'vitest';
import { toTracesUrl } from '../tracing/otel-tracing.ts';
import { loadConfig } from './load-config.ts';

const otel = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, x-tenant=c=d',
  OTEL_SERVICE_NAME: 'hub-1',
  OTEL_TRACES_SAMPLER_ARG: '0.25',
};

describe('where traces go', () => {
  it('is told by the standard variables of the environment', () => {
    const { config, settings } = loadConfig(otel);
    const { headers, ...tracing } = config.tracing;
    expect(tracing).toMatchObject({
      endpoint: 'http://collector:4318',
      serviceName: 'hub-1',
      sampleRatio: 0.25,
      disabled: false,
    });
    expect(Object.entries(headers).map(([name, value]) => [name, value.reveal()])).toEqual([
      ['x-key', 'a b'],
      ['x-tenant', 'c=d'],
    ]);
    expect(JSON.stringify(settings)).not.toContain('a b');
  });

  it('is nowhere by default, and nowhere when that is what they say', () => {
    expect(loadConfig({}).config.tracing.endpoint).toBeUndefined();
    expect(loadConfig({ ...otel, OTEL_SDK_DISABLED: 'true' }).config.tracing.disabled).toBe(true);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'nonsense'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('is refused with the name of %s when that makes no sense', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(name);
  });

  it.each([
    ['http://c:4318', 'http://c:4318/v1/traces'],
    ['http://c:4318/', 'http://c:4318/v1/traces'],
    ['https://c/otlp', 'https://c/otlp/v1/traces'],
    ['https://c/v1/traces', 'https://c/v1/traces'],
    ['https://c/otlp?a=1', 'https://c/otlp/v1/traces?a=1'],
  ])('at %s is %s', (endpoint, url) => {
    expect(toTracesUrl(endpoint)).toBe(url);
  });
});
