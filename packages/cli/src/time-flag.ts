import { fail, parseDuration } from '@patchbay/contracts';
import { z } from 'zod';
import type { Flag } from './command.ts';

export const expiresFlag: Flag = [
  '--expires <when>',
  'a time such as 2027-01-31T00:00:00Z, or from now: 12h, 30d',
];

const furthest = Date.parse('9999-12-31T00:00:00Z');
const timeSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** The time that `--expires` means. */
export function toExpiry(text: string): string {
  const ms = /^\d+$/.test(text) ? undefined : parseDuration(text);
  const time = ms === undefined ? Date.parse(timeSchema.safeParse(text).data ?? '') : Date.now() + ms;
  if (time > Date.now() && time < furthest) return new Date(time).toISOString();
  const message = `"${text}" is not a time${time < furthest ? ' in the future' : ''}. Write 30d, 12h or 2027-01-31T00:00:00Z.`;
  throw fail('INPUT_INVALID', { problems: [{ path: '--expires', message }] });
}
