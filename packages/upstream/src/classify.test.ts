import { describe, expect, it } from 'vitest';
import { createFailures, whileOpening, type Refusal } from './classify.ts';

const failures = createFailures('github');

function aRefusal(overrides: Partial<Refusal> = {}): Refusal {
  return {
    status: 400,
    text: '',
    retryAfter: undefined,
    location: undefined,
    hadSession: false,
    ...overrides,
  };
}

const denied = { code: 'MCP_AUTHENTICATION_FAILED', data: { phase: 'refused' } };
const nonsense = { code: 'MCP_PROTOCOL_ERROR', data: { phase: 'refused' } };
const turnedAway = { code: 'MCP_CONNECTION_FAILED', data: { phase: 'refused' } };
const mayHaveRun = { code: 'MCP_CONNECTION_FAILED', data: { phase: 'unknown' } };

const sessionArgument = JSON.stringify({
  jsonrpc: '2.0',
  id: 7,
  error: { code: -32_602, message: 'Which session?' },
});

describe('an HTTP status', () => {
  it.each<[string, Partial<Refusal>, object]>([
    ['401 is a refusal', { status: 401 }, denied],
    ['403 is a refusal', { status: 403 }, denied],
    ['404 with a session is a refusal', { status: 404, hadSession: true }, turnedAway],
    ['404 without one is a refusal', { status: 404 }, turnedAway],
    ['400 about the session is a refusal', { hadSession: true, text: 'No valid session ID' }, turnedAway],
    ['400 with an answer is none about the session', { hadSession: true, text: sessionArgument }, nonsense],
    ['any other 400 is a refusal', { status: 400 }, nonsense],
    ['405 is a refusal', { status: 405 }, nonsense],
    ['429 is a refusal', { status: 429 }, turnedAway],
    ['302 is a refusal', { status: 302 }, turnedAway],
    ['503 that says when to come back is a refusal', { status: 503, retryAfter: '5' }, turnedAway],
    ['503 that does not may have run', { status: 503 }, mayHaveRun],
    ['500 may have run', { status: 500 }, mayHaveRun],
    ['502 may have run', { status: 502 }, mayHaveRun],
    ['504 may have run', { status: 504 }, mayHaveRun],
    ['408 may have run', { status: 408 }, mayHaveRun],
  ])('%s', (_, overrides, expected) => {
    expect(failures.status(aRefusal(overrides))).toMatchObject(expected);
  });

  it('is explained with what the server says for machines, not with its pages', () => {
    const error = { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Too old' } };
    expect(failures.status(aRefusal({ text: JSON.stringify(error) })).message).toContain('HTTP 400: Too old');
    expect(failures.status(aRefusal({ text: '<html>secret</html>' })).message).not.toContain('secret');
  });

  it('tells when the server wants us back, and where it points to', () => {
    expect(failures.status(aRefusal({ status: 429, retryAfter: '7' })).message).toContain('after 7');
    const moved = aRefusal({ status: 302, location: 'https://login.example/in?state=s3cret' });
    expect(failures.status(moved).message).toMatch(/HTTP 302 to https:\/\/login\.example\/in, /);
  });
});

describe('an error of the network', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });

  it('kept the request here if it came before a connection was open', () => {
    const data = { reason: 'nothing listens at its address (ECONNREFUSED)', phase: 'not-sent' };
    expect(failures.network(refused, false)).toMatchObject({ code: 'MCP_CONNECTION_FAILED', data });
  });

  it('leaves open whether the request ran if it came after', () => {
    expect(failures.network(new Error('terminated'), true).data).toMatchObject({
      reason: 'terminated',
      phase: 'unknown',
    });
  });
});

describe('while a link is opened', () => {
  it.each([
    ['a loss', failures.lost('its stream ended')],
    ['nonsense', failures.broke('nonsense')],
    ['a time-out', failures.timedOut(3, true)],
  ])('%s is never unknown, since nothing of the caller was on its way', (_, failure) => {
    expect(whileOpening(failure, 30).data).toMatchObject({ phase: 'not-sent' });
  });

  it('a time-out names the time that there was for all of it', () => {
    expect(whileOpening(failures.timedOut(3, true), 30).data).toMatchObject({ afterMs: 30 });
  });

  it('a refusal stays one', () => {
    const refusal = failures.status(aRefusal({ status: 401 }));
    expect(whileOpening(refusal, 30)).toBe(refusal);
  });
});
