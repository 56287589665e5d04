import { PatchbayError, type ErrorCode } from '@patchbay/contracts';

export interface Outcome {
  readonly word: 'ok' | 'tool-error' | 'hung' | 'broken' | ErrorCode;
  readonly tookMs: number;
  readonly value: unknown;
}

/** No call of this suite may need so long; one that does counts as hung. */
const hungMs = 20_000;

/** What came of a call, and when. Never rejects and never waits for ever. */
export async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  const began = performance.now();
  const late = Promise.withResolvers<Pick<Outcome, 'word' | 'value'>>();
  const timer = setTimeout(() => late.resolve({ word: 'hung', value: undefined }), hungMs);
  const ended = call.then(
    (value) => ({ word: wordOf(value), value }),
    (error: unknown) => ({ word: PatchbayError.is(error) ? error.code : ('broken' as const), value: error }),
  );
  const outcome = await Promise.race([ended, late.promise]);
  clearTimeout(timer);
  return { ...outcome, tookMs: performance.now() - began };
}

function wordOf(result: unknown): 'ok' | 'tool-error' {
  const { isError } = result as { isError?: boolean }; // every caller hands over the result of a tool
  return isError === true ? 'tool-error' : 'ok';
}

/** `12 ok, 3 OUTCOME_UNKNOWN`. */
export function tally(outcomes: readonly Pick<Outcome, 'word'>[]): string {
  const groups = Map.groupBy(outcomes, ({ word }) => word);
  return [...groups].map(([word, group]) => `${String(group.length)} ${word}`).join(', ');
}

/** An outcome that nobody expected, for people to look into. */
export function textOf({ word, value }: Outcome): string {
  return `${word} ${value instanceof Error ? value.message : JSON.stringify(value)}`.slice(0, 300);
}
