import type { Random } from '../../../simulation/random.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';

export const alphabets = {
  lower,
  upper,
  digits,
  hex: `${digits}abcdef`,
  base62: lower + upper + digits,
  base64: `${lower}${upper}${digits}+/`,
  base64url: `${lower}${upper}${digits}-_`,
  upperDigits: upper + digits,
} as const;

export function textOf(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(random.between(0, alphabet.length - 1))).join('');
}

export function oneOf<T>(random: Random, choices: readonly T[]): T {
  const chosen = choices[random.between(0, choices.length - 1)];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
}

const words =
  'river stone amber cloud falcon garden harbor island jungle kettle lantern meadow nectar orchid pepper quartz'.split(
    ' ',
  );

export function wordOf(random: Random): string {
  return oneOf(random, words);
}

export function sentenceOf(random: Random, length = 8): string {
  const said = Array.from({ length }, () => wordOf(random)).join(' ');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

export function uuidOf(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => textOf(random, alphabets.hex, length)).join('-');
}
