import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from './dialects/dialect.ts';
import { readable } from './dialects/pictures.ts';
import { fitContext } from './fit-context.ts';

const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
const user = (text: string): Entry => ({ kind: 'user', text });
const assistant = (text: string): Entry => ({ kind: 'assistant', text });
const turn = (...texts: readonly string[]): Entry => {
  const calls = texts.map((_, at) => ({ modelId: String(at), name: `s__t${String(at)}`, arguments: '{}' }));
  return {
    kind: 'turn',
    reply: { parts: [{ kind: 'text', text: 'I look.' }], finish: 'stop', usage },
    meant: { kind: 'calls', calls },
    results: calls.map((call, at) => ({
      call,
      result: { content: [{ type: 'text', text: texts[at] ?? '' }] },
    })),
  };
};
const shown = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) =>
    entry.kind === 'turn' ? entry.results.map(({ result }) => readable(result)) : [entry.text],
  );

const large = (letter: string): string => letter.repeat(4_000);
const left =
  '[The result of s__t0 (4000 characters) was left out to save room. Call it again if you need it.]';

describe('a transcript that is too long', () => {
  it('stays as it is while it fits', () => {
    const entries = [user('a'), turn(large('x')), turn(large('y'))];
    expect(fitContext(entries, 3_000)).toBe(entries);
  });

  it('first loses the oldest results of tools', () => {
    const entries = [user('q'), turn(large('x')), turn(large('y')), turn(large('z'))];
    expect(shown(fitContext(entries, 2_300))).toEqual(['q', left, large('y'), large('z')]);
    expect(shown(fitContext(entries, 1_300))).toEqual(['q', left, left, large('z')]);
  });

  it('then loses what was said before the run, a question with its answer', () => {
    const entries = [
      user(large('a')),
      assistant('b'),
      user(large('c')),
      assistant('d'),
      user('q'),
      turn(large('z')),
    ];
    expect(shown(fitContext(entries, 2_200))).toEqual([large('c'), 'd', 'q', large('z')]);
    expect(shown(fitContext(entries, 1_200))).toEqual(['q', large('z')]);
  });

  it('and then of each result that is left the same share', () => {
    const [, first = '', second = ''] = shown(fitContext([user('q'), turn(large('x'), large('y'))], 1_200));
    expect(first).toMatch(/^x+\n\[Cut by Patchbay to save room: \d+ of 4000 characters shown\.\]$/);
    expect(first.length).toBe(second.length);
    expect(first.length + second.length).toBeLessThan(4_800);
  });

  it('never loses the question, nor what the model said', () => {
    const text = fc.string({ maxLength: 3_000 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text)),
        fc.array(fc.array(text)),
        fc.nat(2_000),
        (history, turns, room) => {
          const earlier = history.flatMap(([question, answer]) => [user(question), assistant(answer)]);
          const fitting = fitContext(
            [...earlier, user('THE QUESTION'), ...turns.map((texts) => turn(...texts))],
            room,
          );
          const from = fitting.findIndex((entry) => entry.kind === 'user' && entry.text === 'THE QUESTION');
          expect(from).toBeGreaterThanOrEqual(0);
          expect(fitting.slice(from + 1).map(({ kind }) => kind)).toEqual(turns.map(() => 'turn'));
          expect(fitContext(fitting, Number.POSITIVE_INFINITY)).toBe(fitting);
        },
      ),
    );
  });
});
