import type { MaskingPattern } from '@patchbay/contracts';

/** What the hub itself looks for. */
export interface OwnPattern {
  readonly name: MaskingPattern;
  /** Something in every text that it can find anything in, if there is such a thing: a quick look saves the rest. */
  readonly hint?: RegExp;
  readonly forms: readonly Form[];
  /** For what is known by its name: the end of such a name, and what its value must be. */
  readonly named?: { readonly name: RegExp; readonly accepts: Accepts };
}

/** One way in which it is written. What is secret are the last characters of the match: its group, or all of it. */
export interface Form {
  readonly find: RegExp;
  readonly accepts?: Accepts;
}

export type Accepts = (value: string, around: Around) => boolean;

export interface Around {
  readonly isQuoted: boolean;
  /** The few characters before and after. */
  readonly before: string;
  readonly after: string;
}
