import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { ownPatterns } from '../../packages/core/src/masking/patterns/own-patterns.ts';
import { secretHint } from '../../packages/core/src/masking/kubernetes/secret-data.ts';

/** Every regular expression that is run on what a server says, of a pattern of our own. */
const expressions = new Map(
  [
    ...ownPatterns.flatMap(({ hint, forms, named }) => [hint, named?.name, ...forms.map(({ find }) => find)]),
    secretHint,
  ].flatMap((expression) => (expression ? [[expression.source, expression] as const] : [])),
);

/**
 * Exactly, where recheck can. Otherwise it tries texts at random, and on a busy machine it now and then takes a slow
 * moment for a slow pattern: what is slow is found to be so again.
 */
async function verdictOf({ source, flags }: RegExp): Promise<string> {
  const exact = await check(source, flags, { checker: 'automaton', timeout: 1_000 });
  if (exact.status !== 'unknown') return exact.status;
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const { status } = await check(source, flags, { timeout: 60_000 });
    if (status !== 'vulnerable') return status;
  }
  return (await check(source, flags, { timeout: 60_000 })).status;
}

const attempts = 3;

describe('a pattern of our own', () => {
  it.each([...expressions.values()])('takes no longer than the text is long: %s', async (expression) => {
    expect(await verdictOf(expression)).toBe('safe');
  });

  it('would be noticed if it took longer', async () => {
    expect(await verdictOf(/-----BEGIN.+-----(?:.|\n)+?-----END.+-----/g)).toBe('vulnerable');
  });
});
