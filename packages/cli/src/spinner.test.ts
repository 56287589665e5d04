import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createSpinner } from './spinner.ts';

function setup(isTTY = true) {
  const drawn: string[] = [];
  const clock = { ms: 0 };
  const write = (text: string): unknown => drawn.push(stripVTControlCharacters(text).replace('\r', ''));
  const { show } = createSpinner({ isTTY, columns: 20, write }, () => clock.ms);
  return { show, drawn, clock };
}

describe('the line that somebody waits at', () => {
  it('says what is waited for, in one line, and leaves nothing behind', () => {
    const { show, drawn } = setup();
    show('Waits for a model with a long name');
    show(undefined);
    expect(drawn).toEqual(['⠋ Waits for a model', '']);
  });

  it('says how long, to who waits longer', async () => {
    const { show, drawn, clock } = setup();
    show('Waits for m');
    clock.ms = 12_345;
    while (drawn.length < 2) await new Promise((resolve) => setImmediate(resolve));
    show(undefined);
    expect(drawn[1]).toBe('⠙ Waits for m 12 s');
  });

  it('is silent where no terminal is', () => {
    const { show, drawn } = setup(false);
    show('Waits');
    expect(drawn).toEqual([]);
  });
});
