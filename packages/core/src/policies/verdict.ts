import type { PolicyId } from '../ids.ts';

/** What the rules say about a call. */
export interface Verdict {
  readonly decision: 'allow' | 'deny' | 'ask';
  /** The rule that decided it; undefined where none does and the default holds. */
  readonly policy: PolicyId | undefined;
  /** A sentence for the one who is refused or asked. */
  readonly reason: string;
}
