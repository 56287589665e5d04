import type { Json } from '@patchbay/contracts';

const words = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
]);

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** What was meant by a word that stands without quotes. */
export function coerce(text: string): Json {
  const word = text.trim();
  const known = words.get(word.toLowerCase());
  if (known !== undefined) return known;
  const value = number.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(value) && keepsDigits(word, value) ? value : word;
}

/** A long row of digits is an id more often than a number, and must not lose the last of them. */
function keepsDigits(word: string, value: number): boolean {
  return Number.isSafeInteger(value) || !/^[+-]?\d+$/.test(word);
}
