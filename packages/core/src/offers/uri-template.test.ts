import { describe, expect, it } from 'vitest';
import { hubUri, splitHubUri } from './hub-uri.ts';
import { compileTemplate } from './uri-template.ts';
import type { ServerName } from '../ids.ts';

describe('a template', () => {
  it.each([
    ['fixture://items/{id}', 'fixture://items/7'],
    ['fixture://items/{id}', 'fixture://items/a%20b'],
    ['file:///{+path}', 'file:///home/me/a.txt'],
    ['repo://{owner}/{repo}/contents{/path*}', 'repo://me/it/contents/src/index.ts'],
    ['repo://{owner}/{repo}/contents{/path*}', 'repo://me/it/contents'],
    ['search://all{?q,page}', 'search://all?q=x&page=2'],
    ['search://all{?q,page}', 'search://all'],
    ['doc://{name}{.ext}', 'doc://readme.md'],
    ['doc://{name}{#part}', 'doc://readme#top/of?it'],
    ['ünï://{id}', 'ünï://😀'],
  ])('%s is meant by %s', (template, uri) => {
    expect(compileTemplate(template)(uri)).toBe(true);
  });

  it.each([
    ['fixture://items/{id}', 'fixture://pages/7'],
    ['fixture://items/{id}', 'fixture://items/7/8'],
    ['fixture://items/{id}', 'fixture://item'],
    ['fixture://items/{id}/x', 'fixture://items/7/y'],
    ['search://all{?q}', 'search://all#top'],
    ['(a+)+{x}', 'aaaa'],
  ])('%s is not meant by %s', (template, uri) => {
    expect(compileTemplate(template)(uri)).toBe(false);
  });

  it('of the worst kind looks at each character of a long URI once for each of its expressions', () => {
    const matches = compileTemplate(`${'{+a}'.repeat(32)}!`);
    expect(matches('x'.repeat(4_000))).toBe(false);
    expect(matches(`${'x'.repeat(4_000)}!`)).toBe(true);
    expect(matches('x'.repeat(5_000))).toBe(false);
    expect(compileTemplate('{+a}'.repeat(33))('x')).toBe(false);
  });
});

describe('an address of the hub', () => {
  const name = 'one' as ServerName;

  it.each(['fixture://text', 'file:///a/b?c#d', 'urn:x:y', '', 'fixture://items/{id}'])(
    'for %j leads back to it',
    (uri) => {
      expect(splitHubUri(hubUri(name, uri))).toEqual({ server: 'one', uri });
    },
  );

  it.each(['fixture://text', 'patchbay://results/1', 'patchbay://servers/one'])('is not %s', (uri) => {
    expect(splitHubUri(uri)).toBeUndefined();
  });
});
