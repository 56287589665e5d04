/** What one principal, or all together, have used of one rule on one day. */
export interface DayCount {
  readonly rule: string;
  /** Empty for a rule that counts all together. */
  readonly principal: string;
  readonly calls: number;
}

/** Port. A day is `2026-01-31`. */
export interface LimitStore {
  list(day: string): Promise<readonly DayCount[]>;
  /**
   * Adds these to what is there, and gives back what there is now of each: other hubs add too. What is more than a
   * day old goes.
   */
  add(day: string, counts: readonly DayCount[]): Promise<readonly DayCount[]>;
}
