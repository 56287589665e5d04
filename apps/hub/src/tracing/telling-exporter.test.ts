import { createWarnings } from '@patchbay/core';
import { createManualClock, createRecordingLog } from '@patchbay/testkit';
import { expect, it } from 'vitest';
import { createTellingExporter } from './telling-exporter.ts';

it('says once that spans cannot be sent, as long as it is so, and once that they can again', () => {
  const log = createRecordingLog();
  const warnings = createWarnings(createManualClock());
  let isDown = true;
  const exporter = createTellingExporter(
    {
      export: (_, done) => done(isDown ? { code: 1, error: new Error('connect ECONNREFUSED') } : { code: 0 }),
      shutdown: async () => {},
    },
    { log, endpoint: 'http://user:secret@collector:4318' },
  );
  exporter.watch(warnings);
  const codes: number[] = [];
  const send = () => exporter.export([], ({ code }) => void codes.push(code));
  send();
  send();
  expect(warnings.list()).toMatchObject([
    { message: expect.stringContaining('http://user:********@collector:4318: connect ECONNREFUSED') },
  ]);
  isDown = false;
  send();
  send();
  expect(warnings.list()).toEqual([]);
  expect(log.lines.map(({ event }) => event)).toEqual(['tracing.not-sent', 'tracing.sent-again']);
  expect(codes).toEqual([1, 1, 0, 0]);
});
