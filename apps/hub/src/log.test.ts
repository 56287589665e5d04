import { fail, Secret } from '@patchbay/contracts';
import { createStoredCredentials, createTextMask } from '@patchbay/core';
import { createManualClock } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createLog, type LogOptions } from './log.ts';

function setup(overrides: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    format: 'json',
    clock: createManualClock(),
    write: (line) => void lines.push(line),
    mask: (text) => text,
    ...overrides,
  });
  return { log, lines, only: () => JSON.parse(lines[0] ?? '{}') as Record<string, unknown> };
}

describe('the log', () => {
  it('writes one JSON line an event', () => {
    const { log, lines, only } = setup();
    log.info('server.connected', { server: 'github', tookMs: 12 });
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    expect(only()).toEqual({
      time: '2026-01-01T00:00:00.000Z',
      level: 'info',
      event: 'server.connected',
      server: 'github',
      tookMs: 12,
    });
  });

  it('hands over what it writes, masked, and nothing else', () => {
    const kept: unknown[] = [];
    const mask = (text: string): string => text.replaceAll('s3cret', '***');
    const { log } = setup({ mask, keep: ({ level, fields }) => void kept.push({ level, fields }) });
    log.debug('a', { token: 's3cret' });
    log.warn('b', { deep: [{ token: 'a s3cret' }], error: new Error('s3cret') });
    expect(kept).toEqual([
      {
        level: 'warn',
        fields: { deep: [{ token: 'a ***' }], error: expect.objectContaining({ message: '***' }) },
      },
    ]);
    expect(JSON.stringify(kept)).not.toContain('s3cret');
  });

  it('leaves out what is below its level', () => {
    const { log, lines } = setup({ level: 'warn' });
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(lines).toHaveLength(2);
    const silent = setup({ level: 'silent' });
    silent.log.error('e');
    expect(silent.lines).toEqual([]);
  });

  it('keeps one event on one line, whatever a field holds', () => {
    for (const format of ['json', 'text'] as const) {
      const { log, lines } = setup({ format });
      log.info('a', { text: 'one\r\ntwo\u2028three\u001b[31m' });
      expect(lines.join('').trimEnd()).not.toMatch(/[\r\n]/);
    }
  });

  it('tells an error with its code, stack and cause', () => {
    const { log, only } = setup();
    log.error('failed', { error: fail('STORE_UNAVAILABLE', { reason: 'gone' }, new Error('ECONNRESET')) });
    expect(only()).toMatchObject({
      error: {
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('gone') as string,
        cause: { message: 'ECONNRESET' },
      },
    });
  });

  it.each(['json', 'text'] as const)(
    'shows no secret that it knows, and nothing that looks like a key: %s',
    (format) => {
      const { values } = createStoredCredentials(['hunter2-quote"d']);
      const { log, lines } = setup({ format, mask: createTextMask(values, ['secrets']) });
      log.info('a', {
        known: 'x hunter2-quote"d y',
        wrapped: new Secret('wrapped-secret'),
        key: 'pbk_ab12_abcDEF-123_456',
        header: 'Authorization: Bearer eyJhbGciOi.J9.x-y_z',
        escaped: 'Error:\n{"password":"hunter2\\nhunter2"}',
        error: new Error('refused pbk_ab12_abcDEF'),
      });
      const text = lines.join('');
      expect(text).not.toMatch(/hunter2|wrapped-secret|abcDEF|eyJ/);
      expect(text).toContain('pbk_ab12_[MASKED_CREDENTIAL]');
    },
  );
});
