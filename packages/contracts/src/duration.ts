import { z } from 'zod';

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const spelling = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)?$/;

/** Milliseconds from `1500`, `"1500"`, `"10s"`, `"30m"`, `"1.5h"` or `"7d"`; undefined if it is none of these. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = 'ms'] = spelling.exec(text.trim()) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * unitMs[unit as keyof typeof unitMs]);
}

/** A timer with more than this fires at once. */
const longest = 2 ** 31 - 1;

/** A span of time in milliseconds. People may write it with a unit. */
export const durationMs = z.union([z.number(), z.string()]).transform((value, context) => {
  const ms = typeof value === 'number' ? value : parseDuration(value);
  if (ms !== undefined && Number.isSafeInteger(ms) && ms >= 0 && ms <= longest) return ms;
  const isTooLong = ms !== undefined && ms > longest;
  context.addIssue(
    isTooLong ? 'At most 24 days.' : 'Write milliseconds, or a number with ms, s, m, h or d, such as 30s.',
  );
  return z.NEVER;
});
