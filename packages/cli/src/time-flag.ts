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

/** A moment that lies behind us: itself, or how long ago it was. */
export function toMoment(path: string, text: string): string {
  const agoMs = /^\d+$/.test(text) ? undefined : parseDuration(text);
  if (agoMs !== undefined) return new Date(Date.now() - agoMs).toISOString();
  const time = timeSchema.safeParse(text);
  if (time.success) return new Date(time.data).toISOString();
  const message = `"${text}" is not a time. Write 24h, 7d, 2026-01-31 or 2026-01-31T12:00:00Z.`;
  throw fail('INPUT_INVALID', { problems: [{ path, message }] });
}
