import { describe, expect, expectTypeOf, it } from 'vitest';
import { toErrorBody } from '../error-body.ts';
import { errorCatalog, errorCodes } from './catalog.ts';
import { fail, PatchbayError } from './patchbay-error.ts';

describe('an error', () => {
  it('says one sentence with the value that was wrong, and what to do', () => {
    const error = fail('SERVER_NOT_FOUND', { serverId: 'github' });
    expect(error.message).toBe('There is no server "github".');
    expect(error).toMatchObject({ status: 404, retry: false, fix: errorCatalog.SERVER_NOT_FOUND.fix });
  });

  it('keeps what caused it', () => {
    const cause = new Error('ECONNREFUSED');
    expect(fail('STORE_UNAVAILABLE', { reason: 'refused' }, cause).cause).toBe(cause);
  });

  it('is recognised across two installed copies of this package', () => {
    const foreign = Object.assign(new Error('x'), {
      [Symbol.for('patchbay.error')]: true,
      code: 'KEY_NOT_FOUND',
    });
    expect(PatchbayError.is(foreign)).toBe(true);
    expect(PatchbayError.is(foreign, 'KEY_NOT_FOUND')).toBe(true);
    expect(PatchbayError.is(foreign, 'FORBIDDEN')).toBe(false);
    expect(PatchbayError.is(new Error('x'))).toBe(false);
  });

  it('takes only the data of its own code', () => {
    expectTypeOf(fail<'KEY_NOT_FOUND'>)
      .parameter(1)
      .toEqualTypeOf<{ id: string }>();
  });
});

describe('the catalogue', () => {
  it.each(errorCodes)('%s has a status of 4xx or 5xx, and something to do', (code) => {
    expect(errorCatalog[code].status).toBeGreaterThanOrEqual(400);
    expect(errorCatalog[code].status).toBeLessThan(600);
    expect(errorCatalog[code].fix).toMatch(/\.$/);
  });

  it('tells the families of a failing server apart', () => {
    const families = errorCodes.filter((code) => code.startsWith('MCP_'));
    expect(families).toEqual([
      'MCP_CLIENT_ERROR',
      'MCP_CONNECTION_FAILED',
      'MCP_TIMEOUT',
      'MCP_PROTOCOL_ERROR',
      'MCP_AUTHENTICATION_FAILED',
    ]);
  });
});

describe('the body of an error', () => {
  const now = new Date('2026-11-06T10:40:00.000Z');

  it('has the keys error, message, serverId and timestamp [B-61]', () => {
    const error = fail('MCP_AUTHENTICATION_FAILED', { serverId: 'n8n' });
    expect(toErrorBody(error, now)).toEqual({
      error: 'MCP_AUTHENTICATION_FAILED',
      message: 'MCP server "n8n" did not accept our credentials.',
      serverId: 'n8n',
      timestamp: '2026-11-06T10:40:00.000Z',
    });
  });

  it('carries the rest of the data as details', () => {
    expect(toErrorBody(fail('REVISION_CONFLICT', { serverId: 'n8n', current: 7 }), now)).toMatchObject({
      serverId: 'n8n',
      details: { current: 7 },
    });
  });

  it('has no serverId and no details where there are none', () => {
    expect(Object.keys(toErrorBody(fail('UNAUTHENTICATED', {}), now))).toEqual([
      'error',
      'message',
      'timestamp',
    ]);
  });
});
