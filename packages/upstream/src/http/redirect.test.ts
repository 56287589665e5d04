import { expect, it } from 'vitest';
import { followRedirect } from './redirect.ts';

const from = new URL('https://mcp.example/mcp');

it.each([
  ['to another path', { status: 307, location: '/mcp/', hops: 0 }, '/mcp/'],
  ['within the origin', { status: 308, location: 'https://mcp.example/v2?a=1', hops: 2 }, '/v2?a=1'],
  ['not to another host', { status: 307, location: 'https://evil.example/mcp', hops: 0 }, undefined],
  ['not to plain text', { status: 308, location: 'http://mcp.example/mcp/', hops: 0 }, undefined],
  ['not to another port', { status: 307, location: 'https://mcp.example:8443/mcp', hops: 0 }, undefined],
  ['not when it may become a GET', { status: 302, location: '/mcp/', hops: 0 }, undefined],
  ['not in circles', { status: 307, location: '/mcp/', hops: 3 }, undefined],
  ['not to nowhere', { status: 307, location: undefined, hops: 0 }, undefined],
])('a redirect is followed %s', (_, redirect, path) => {
  expect(followRedirect(from, redirect)).toBe(path);
});
