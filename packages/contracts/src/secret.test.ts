import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from './secret.ts';

const text = 'correct-horse-battery-staple';

it('shows nothing of itself in a template, in JSON or when inspected', () => {
  const secret = new Secret(text);

  const everywhere = `${String(secret)} ${JSON.stringify({ secret })} ${inspect({ deep: [secret] })}`;

  expect(everywhere).not.toContain('horse');
  expect(everywhere.match(/\[redacted\]/g)).toHaveLength(3);
});

it('gives its text only when asked by name', () => {
  expect(new Secret(text).reveal()).toBe(text);
});

it('hints at the last four characters of a long secret and at nothing of a short one', () => {
  expect(new Secret(text).hint).toBe('aple');
  expect(new Secret('hunter2').hint).toBe('');
});
