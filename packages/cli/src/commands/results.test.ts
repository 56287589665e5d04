import { fail } from '@patchbay/contracts';
import { expect, it } from 'vitest';
import { setupFake } from '../../test-support/fake-hub.ts';

const whole = 'abcdefghij';

/** A hub that gives at most four characters at a time. */
const setup = (overrides = {}) =>
  setupFake(
    {
      readResult({ params: { id }, query: { offset, length } }) {
        if (id !== 'c1') throw fail('RESULT_NOT_FOUND', { id });
        const text = whole.slice(offset, offset + Math.min(length, 4));
        const next = offset + text.length;
        return { id, total: 10, offset, text, ...(text !== '' && next < 10 && { nextOffset: next }) };
      },
    },
    overrides,
  );

it('results show prints a slice, and says how to go on', async () => {
  const { run } = await setup();
  expect(await run('results', 'show', 'patchbay://results/c1', '--offset', '2', '--length', '3')).toEqual({
    code: 0,
    out: 'cde\n',
    err: '\nCharacters 2 to 5 of 10. More: --offset 5, or --all.\n',
  });
  expect((await run('results', 'show', 'c1', '--offset', '8')).err).toBe('\nCharacters 8 to 10 of 10.\n');
  expect((await run('results', 'show', 'c1', '--offset', '99')).err).toBe(
    'There is nothing from 99 on; it ends at 10.\n',
  );
});

it('results show prints all of it, slice by slice', async () => {
  const { run, asked } = await setup();
  expect((await run('results', 'show', 'c1', '--all')).out).toBe(`${whole}\n`);
  expect(asked).toHaveLength(3);
  expect(JSON.parse((await run('results', 'show', 'c1', '--all', '--json')).out)).toEqual({
    id: 'c1',
    total: 10,
    offset: 0,
    text: whole,
  });
});

it('results show says that there is none, and what to do', async () => {
  const { run } = await setup();
  const { code, err } = await run('results', 'show', 'c2');
  expect(code).toBe(1);
  expect(err).toContain('There is no kept result "c2".');
  expect(err).toContain('Call the tool again');
  expect(await run('results', 'show', 'c1', '--offset', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--offset: Write a whole number.') as string,
  });
});
