import { PatchbayError, reasonOf } from '@patchbay/contracts';
import type { Why } from './connection-view.ts';

/** Why a connection failed, for beside the name of its server: the reason alone, as a sentence. */
export function whyOf(error: unknown): string {
  const data: object = PatchbayError.is(error) ? error.data : {};
  const reason = 'reason' in data && typeof data.reason === 'string' ? data.reason : reasonOf(error);
  return asSentence(reason);
}

export function toWhy(error: unknown): Why {
  return { reason: whyOf(error), code: PatchbayError.is(error) ? error.code : 'UNEXPECTED' };
}

export function asSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
