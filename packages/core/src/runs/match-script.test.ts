import { modelScriptSchema } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { matchScript } from './match-script.ts';

describe('a scripted reply', () => {
  const script = modelScriptSchema.parse({
    replies: [
      { say: 'first' },
      { when: { last: '*rain*', tool: 'umbrella__*' }, say: 'umbrella' },
      { when: { prompt: '*polite*', turn: 5 }, say: 'please' },
      { say: 'fourth' },
    ],
  });
  const request = { turn: 1, last: '', prompt: '', tools: [] };
  it.each([
    [{}, 'first'],
    [{ turn: 2, last: 'it will rain soon', tools: ['umbrella__open'] }, 'umbrella'],
    [{ turn: 2, last: 'it will rain soon' }, undefined],
    [{ turn: 5, prompt: 'Be polite.' }, 'please'],
    [{ turn: 4 }, 'fourth'],
  ])('to %j is %s', (seen, said) => {
    expect(matchScript(script, { ...request, ...seen })?.say).toBe(said);
  });
});
