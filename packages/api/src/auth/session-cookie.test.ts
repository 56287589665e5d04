import { describe, expect, it } from 'vitest';
import { noSessionCookie, sessionCookie, sessionOf } from './session-cookie.ts';

const token = 'a'.repeat(43);
const own = { Host: 'hub.test:8080', 'X-Patchbay-Page': '1', Cookie: `__Host-patchbay=${token}` };
const read = (headers: Record<string, string>) =>
  sessionOf(new Request('http://hub.test:8080/', { headers }));

describe('the cookie of a session', () => {
  it('stays in this browser, on this host, out of scripts and out of what other sites send', () => {
    for (const cookie of [sessionCookie(token, 1_000), noSessionCookie])
      expect(cookie).toMatch(/^__Host-patchbay=.*; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
  });

  it.each([
    ['with the header', own],
    ['from its own origin', { ...own, Origin: 'http://hub.test:8080', 'Sec-Fetch-Site': 'same-origin' }],
    ['behind a proxy that does TLS', { ...own, Origin: 'https://hub.test:8080' }],
    ['beside other cookies', { ...own, Cookie: `a=b; __Host-patchbay=${token}; c=d` }],
  ])('counts %s', (_, headers) => {
    expect(read(headers)).toBe(token);
  });

  it.each([
    ['without the header', { ...own, 'X-Patchbay-Page': '' }],
    ['from another origin', { ...own, Origin: 'http://evil.test' }],
    ['from another port of the same machine', { ...own, Origin: 'http://hub.test:3000' }],
    ['from an opaque origin', { ...own, Origin: 'null' }],
    ['from another page of the same site', { ...own, 'Sec-Fetch-Site': 'same-site' }],
    ['from another site', { ...own, 'Sec-Fetch-Site': 'cross-site' }],
    ['twice', { ...own, Cookie: `__Host-patchbay=${token}; __Host-patchbay=${token}` }],
    ['under another name', { ...own, Cookie: `patchbay=${token}` }],
    ['with anything else in it', { ...own, Cookie: '__Host-patchbay=<script>' }],
  ])('does not count %s', (_, headers) => {
    expect(read(headers)).toBeUndefined();
  });
});
