import { describe, expect, it } from 'vitest';
import { refusalOf, type GuardRules } from './guard.ts';

const rules = {
  hosts: ['127.0.0.1', 'localhost', '[::1]', 'hub.example', 'only.example:8443'],
  schemes: ['http'],
  origins: ['https://inspector.example'],
} satisfies GuardRules;

function ask({ url = '/api/keys', headers = [] as string[] } = {}) {
  const named = headers.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'host');
  return refusalOf({ url, rawHeaders: named ? headers : ['Host', '127.0.0.1:8080', ...headers] }, rules)
    ?.code;
}

describe('the Host of a request', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1:8080',
    'localhost:9000',
    'LOCALHOST',
    '[::1]:8080',
    'hub.example',
    'hub.example:443',
    'only.example:8443',
  ])('may be %s', (host) => {
    expect(ask({ headers: ['Host', host] })).toBeUndefined();
  });

  it.each([
    'evil.example',
    'hub.example.evil.example',
    'evil.hub.example',
    '127.0.0.1.evil.example',
    'only.example',
    'only.example:443',
    '127.0.0.1:8080:8080',
    'localhost:',
    'localhost:x',
    'localhost/?x#',
    'user@localhost',
    'localhost@evil.example',
    ' localhost',
    '[::1',
    '::1',
    '0.0.0.0',
    '2130706433',
    '127.1',
    '',
  ])('may not be %j', (host) => {
    expect(ask({ headers: ['Host', host] })).toBe('HOST_NOT_ALLOWED');
  });

  it('must be there', () => {
    expect(refusalOf({ url: '/', rawHeaders: [] }, rules)?.code).toBe('HOST_NOT_ALLOWED');
  });
});

describe('a header that must be alone', () => {
  it.each(['Host', 'Origin', 'Authorization', 'Content-Type', 'Content-Length', 'Transfer-Encoding'])(
    '%s may not come twice',
    (name) => {
      expect(
        ask({ headers: ['Host', 'localhost', name.toUpperCase(), 'localhost', name, 'localhost'] }),
      ).toBe('REQUEST_MALFORMED');
    },
  );
});

describe('the Origin of a request', () => {
  it.each(['http://127.0.0.1:8080', 'https://inspector.example'])('may be %s', (origin) => {
    expect(ask({ headers: ['Origin', origin] })).toBeUndefined();
  });

  it.each([
    'null',
    '',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.0.0.1:8081',
    'https://127.0.0.1:8080',
    'https://evil.example',
    'https://inspector.example.evil.example',
    'http://inspector.example',
    'file://',
  ])('may not be %j', (origin) => {
    expect(ask({ headers: ['Origin', origin] })).toBe('ORIGIN_NOT_ALLOWED');
  });

  it.each([
    [['https'], [false, true]],
    [
      ['http', 'https'],
      [true, true],
    ],
  ] as const)('is our own under %j alone', (schemes, allowed) => {
    const may = ['http://localhost:8080', 'https://localhost:8080'].map((origin) => {
      const rawHeaders = ['Host', 'localhost:8080', 'Origin', origin];
      return refusalOf({ url: '/', rawHeaders }, { ...rules, schemes }) === undefined;
    });
    expect(may).toEqual(allowed);
  });

  it('may be missing: programs send none', () => {
    expect(ask()).toBeUndefined();
  });
});

describe('the path of a request', () => {
  it.each(['/', '/api/keys', '/api/keys/a-b_c.d', '/api/events?after=3&x=%2F..', '/health/live?'])(
    'may be %s',
    (url) => {
      expect(ask({ url })).toBeUndefined();
    },
  );

  it.each([
    '//api/keys',
    '/api//keys',
    '/./api/keys',
    '/api/../api/keys',
    '/api/keys/..',
    '/api/%2e%2e/keys',
    '/api%2fkeys',
    '/api%5Ckeys',
    '/api\\keys',
    '/api/keys;x=1',
    '/api/keys%00',
    '/api/%252fkeys',
    '/api/keys#x',
    'http://127.0.0.1:8080/api/keys',
    '*',
    '',
    'api/keys',
    '/api/k\u00e9ys',
    '/api/keys\u0000',
  ])('may not be %j', (url) => {
    expect(ask({ url })).toBe('REQUEST_MALFORMED');
  });
});

it('repeats nothing unprintable of what a stranger sent', () => {
  const refusal = refusalOf({ url: '/', rawHeaders: ['Host', 'evil\u0007\r\nX: y'] }, rules);
  expect(refusal?.message).toBe('The hub does not answer to the host name "evil???X: y".');
});
