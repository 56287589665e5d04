import { expect, it } from 'vitest';
import { durationMs, parseDuration } from './duration.ts';

it.each([
  ['1500', 1_500],
  ['10s', 10_000],
  ['15 s', 15_000],
  ['30m', 1_800_000],
  ['1.5h', 5_400_000],
  ['7d', 604_800_000],
  ['250ms', 250],
])('reads %s as %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each(['', 'soon', '-5s', '5 weeks', '1e3s', '0x10'])('does not read %j as a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

it('takes a plain number as milliseconds and refuses a negative one', () => {
  expect(durationMs.parse(250)).toBe(250);
  expect(durationMs.safeParse(-1).success).toBe(false);
  expect(durationMs.safeParse('25d').error?.issues[0]?.message).toBe('At most 24 days.');
});
