import type { JsonObject, ToolResult } from '@patchbay/contracts';
import { createManualClock } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createFindText } from './find-text.ts';
import { createIsClean } from './is-clean.ts';
import { createKnownValues } from './known/known-values.ts';

const values = createKnownValues(['stored-credential-7', '4815162342']);
const find = createFindText({
  names: ['security', 'kubernetes'],
  foreign: [],
  known: () => values,
  readYaml: () => undefined,
  clock: createManualClock(),
});
const isClean = createIsClean(find);

const saying = (...texts: readonly string[]): ToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
});
const having = (structuredContent: NonNullable<ToolResult['structuredContent']>): ToolResult => ({
  ...saying('done'),
  structuredContent,
});
const nest = (depth: number): ToolResult =>
  having(Array.from({ length: depth }).reduce<JsonObject>((inner) => ({ inner }), {}));

describe('one look', () => {
  it.each<[string, ToolResult]>([
    ['a text', saying('hello')],
    ['several', saying('stored-cred', 'entials-8')],
    ['structure', having({ items: [1, null, true, 'text'], deep: { er: ['still'] } })],
    ['nothing at all', saying()],
  ])('is enough for %s that has nothing to hide', (_, result) => {
    expect(isClean(result)).toBe(true);
  });

  it.each<[string, ToolResult]>([
    ['a text with a known value', saying('it is stored-credential-7')],
    ['a known value torn in two', saying('it is stored-cred', 'ential-7 here')],
    ['a known number', having({ pin: 4_815_162_342 })],
    ['a known value for a name', having({ 'stored-credential-7': 1 })],
    ['a text that a pattern may find something in', saying('password=hunter2!')],
    ['a name that tells what its value is', having({ password: 'hunter2!' })],
    ['such a name in another place', having([{ name: 'DB_PASSWORD', value: 'hunter2!' }])],
    ['something deep inside', having([[{ note: 'bob@example.com' }]])],
    ['a Secret', having({ kind: 'Secret', data: { user: 'Ym9i' } })],
    ['a Secret in a text', saying('kind: Secret\ndata:\n  user: Ym9i')],
    ['what stands beside the content', { ...saying('done'), _meta: { note: 'stored-credential-7' } }],
    ['a file', { content: [{ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }] }],
    ['a file in a resource', { content: [{ type: 'text', text: '', resource: { blob: 'aGVsbG8=' } }] }],
    ['a long text', saying('hello '.repeat(10_000))],
    ['many texts', having(Array.from({ length: 1_000 }, () => 'a'))],
    ['what is nested deeply', nest(5_000)],
  ])('is not enough for %s', (_, result) => {
    expect(isClean(result)).toBe(false);
  });

  it('is not enough where the configuration has patterns, which may find anything', () => {
    expect(createIsClean({ ...find, canLook: false })(saying('hello'))).toBe(false);
  });
});
