import type { PrincipalId } from '../ids.ts';

/** An answer that was too long to be given whole, for the one who asked. */
export interface KeptResult {
  /** That of the call. */
  readonly id: string;
  readonly principal: PrincipalId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Characters of its text. */
  readonly total: number;
}

/** Port. `store` implements it on SQL with sealed texts, `testkit` in memory. */
export interface ResultStore {
  /** The oldest ones go where all would have more bytes than this. False when this one alone has. */
  keep(result: KeptResult, text: string, maxBytes: number): Promise<boolean>;
  find(id: string): Promise<KeptResult | undefined>;
  /** The characters from one place up to another; undefined when they cannot be read. */
  read(id: string, from: number, to: number): Promise<string | undefined>;
  /** Those whose time is over go. */
  forget(now: Date): Promise<void>;
}
