import { z } from 'zod';
import { Secret } from './secret.ts';

// Fields of files and forms. A value that came through an environment variable is text, whatever it means.

export function integer(min: number, max: number) {
  const digits = z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number);
  return z
    .union([z.number(), digits], 'Write a whole number.')
    .pipe(z.number().int('Write a whole number.').min(min).max(max));
}

/** A number that may have a fraction. */
export function decimal(min: number, max: number) {
  const digits = z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/)
    .transform(Number);
  return z.union([z.number(), digits], 'Write a number.').pipe(z.number().min(min).max(max));
}

/** As YAML and Python spell it. */
const spelled = z
  .enum(['true', 'false', 'True', 'False', 'TRUE', 'FALSE'])
  .transform((text) => text.toLowerCase() === 'true');

export const truth = z.union([z.boolean(), spelled], 'Write true or false.');

/** One line that people read. No control characters: they hide things in a terminal, and PostgreSQL stores no NUL. */
export function line(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'Write plain text in one line.');
}

/** Text of several lines. */
export function prose(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'Write plain text.');
}

export const secretText = z
  .string()
  .min(1)
  .transform((text) => new Secret(text));

export const secretMap = z.record(z.string().min(1), secretText);
