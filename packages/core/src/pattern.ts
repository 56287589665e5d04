/** Port. A regular expression that somebody else wrote, run by an engine whose time grows with the text and no faster. */
export interface Pattern {
  /** How many instructions it has: a test takes at most that many for each character of the text. */
  readonly size: number;
  test(text: string): boolean;
  /** Every match replaced; `$1` and `$<name>` stand for groups. */
  replace(text: string, replacement: string): string;
  /** Every match, and what `replace` would put in its place. */
  find(text: string, replacement: string): readonly PatternMatch[];
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Throws PATTERN_INVALID for what the engine cannot read; look-behind and back-references are among it. */
export type CompilePattern = (source: string, options?: { readonly ignoreCase?: boolean }) => Pattern;
