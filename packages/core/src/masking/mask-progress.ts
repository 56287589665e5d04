import type { JsonObject } from '@patchbay/contracts';
import type { Effort } from './find-foreign.ts';
import type { Finding } from './finding.ts';
import type { MaskResultDeps } from './mask-result.ts';
import type { Steps } from './steps.ts';

/**
 * The messages of one call. What was sent cannot be taken back, so what may be the beginning of a known value is
 * masked before it is known whether the next message goes on with it.
 */
export function createMaskProgress({ find, text, object }: MaskResultDeps) {
  let before = '';

  return function* progress(params: JsonObject, effort: Effort): Steps<JsonObject> {
    const { message, ...others } = params;
    const shown = yield* object(others, effort);
    if (typeof message !== 'string') return message === undefined ? shown : { ...shown, message };
    return { ...shown, message: yield* text.whole(message, effort, torn(message)) };
  };

  function torn(message: string): Finding[] {
    const known = find.known();
    const [from, all] = [before.length, before + message];
    before = all.slice(Math.max(0, all.length - known.longest));
    return known
      .findWithBegun(all)
      .filter(({ end }) => end > from)
      .map((one) => ({ ...one, start: Math.max(0, one.start - from), end: one.end - from }));
  }
}
