import type { ToolResult } from '@patchbay/contracts';

/** What is known of a call that was begun and whose end was not stored. */
export type CallFate =
  /** It never was sent, or does no harm a second time. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'ended'; readonly result: ToolResult }
  /** It may have run. */
  | { readonly kind: 'unknown' };

export interface CallTraces {
  /** The journal has a note of it. */
  readonly isNoted: boolean;
  /** The most often that a row of the audit says it was sent; 0 if there is none. */
  readonly attempts: number;
  /** Calling its tool twice does no more than calling it once. */
  readonly isSafe: boolean;
  /** Its answer, where somebody kept it. */
  readonly kept?: ToolResult | undefined;
}

/**
 * The journal notes what could have an effect before it is sent, and the note goes only together with the row of the audit
 * that tells the end. So what has neither was not sent.
 */
export function fateOf({ isNoted, attempts, isSafe, kept }: CallTraces): CallFate {
  if (kept) return { kind: 'ended', result: kept };
  return isSafe || (!isNoted && attempts === 0) ? { kind: 'repeat' } : { kind: 'unknown' };
}
