import { PatchbayError, reasonOf } from '@patchbay/contracts';

/** Why a connection failed, for beside the name of its server: the reason alone, as a sentence. */
export function whyOf(error: unknown): string {
  const data: object = PatchbayError.is(error) ? error.data : {};
  const reason = 'reason' in data && typeof data.reason === 'string' ? data.reason : reasonOf(error);
  const text = reason.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
