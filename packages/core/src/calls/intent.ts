/** A call that is about to be sent and that could have an effect. */
export interface Intent {
  readonly id: string;
  /** Who asked. */
  readonly principal: string;
  readonly via: string;
  readonly server: string;
  readonly tool: string;
  readonly at: Date;
}

export interface IntentStore {
  /** Keeps the first and drops the others, on disk when it resolves. */
  write(begun: readonly Intent[], ended: readonly string[]): Promise<void>;
  /** From now on, those that were begun before this moment and not ended count as unknown. Gives them. */
  abandon(before: Date): Promise<readonly Intent[]>;
  /** Calls of which nobody knows what became, newest first. */
  listUnknown(limit: number): Promise<readonly Intent[]>;
  /** Somebody has looked. Reports whether there was such a call. */
  dismiss(id: string): Promise<boolean>;
}
