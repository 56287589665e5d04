import { fail, type PatchbayError } from '@patchbay/contracts';

/** What a provider said of a request that it did not answer. */
export interface ModelFailure {
  /** Undefined where no answer came at all. */
  readonly status: number | undefined;
  readonly reason: string;
  readonly retryAfterMs?: number | undefined;
}

/** Too slow, too many, overloaded, broken: another time it may work. */
const passing: readonly number[] = [408, 409, 425, 429];

/** Whether the same request may succeed later, or somebody must change something first. */
export function toModelError(model: string, { status, reason, retryAfterMs }: ModelFailure): PatchbayError {
  if (status === undefined || status >= 500 || passing.includes(status))
    return fail('MODEL_UNAVAILABLE', { model, reason, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  if (status === 401 || status === 403) return fail('MODEL_KEY_REFUSED', { model, reason });
  return fail('MODEL_REFUSED', { model, reason });
}
