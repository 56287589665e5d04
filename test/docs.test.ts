import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { errorCodes, eventNames, routes, type Route } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(path, 'utf8');
const firstCells = (path: string): string[] =>
  [...read(path).matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell);

describe('the reference', () => {
  it('has a row for every error and no other', () => {
    expect(firstCells('docs/reference/errors.md')).toEqual(errorCodes);
  });

  it('has a row for every event and no other', () => {
    expect(firstCells('docs/reference/events.md')).toEqual(eventNames);
  });

  it('has a row for every route and no other', () => {
    const wanted = Object.values<Route>(routes).map(({ method, path }) => `${method} ${path}`);
    expect(firstCells('docs/reference/rest.md').sort()).toEqual(wanted.sort());
  });
});

describe('the examples of a guide', () => {
  const examples = ['embedding', 'mesh-agents', 'servers'].flatMap((guide) =>
    [...read(`docs/guides/${guide}.md`).matchAll(/```ts\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/g)].map(
      ([, code = '', shown = ''], at) => [`${guide} ${String(at + 1)}`, code, shown] as const,
    ),
  );

  it.each(examples)('print what the guide shows: %s', (_, code, shown) => {
    const args = ['--input-type=module-typescript', '--eval', code];
    expect(execFileSync('node', args, { encoding: 'utf8' })).toBe(shown);
  });
});

describe('the documents that a newcomer looks for', () => {
  it.each([
    'README.md',
    'ARCHITECTURE.md',
    'CONTEXT.md',
    'CONTRIBUTING.md',
    'REVIEW.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'LICENSE',
  ])('%s is there', (path) => {
    expect(existsSync(path)).toBe(true);
  });

  it('ask of a change to what is stored: a migration, its types, tests and docs [B-74]', () => {
    const rule =
      read('CONTRIBUTING.md').match(/## When you change what is stored[\s\S]*?(?=\n## )/)?.[0] ?? '';
    for (const word of ['migration', 'schema', 'contract suite', 'docs'])
      expect(rule.toLowerCase()).toContain(word);
  });
});
