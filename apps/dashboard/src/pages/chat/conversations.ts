import type { ListedRunView } from '@patchbay/contracts';

export interface Conversation {
  readonly id: string;
  /** What it began with, as far as it is known. */
  readonly title: string;
  readonly last: ListedRunView;
}

/** Runs, newest first, as the conversations that they are part of; the one with the newest run comes first. */
export function toConversations(runs: readonly ListedRunView[]): readonly Conversation[] {
  const groups = Map.groupBy(runs, ({ conversationId }) => conversationId);
  return [...groups].flatMap(([id, [last, ...others]]) =>
    last ? [{ id, title: (others.at(-1) ?? last).input, last }] : [],
  );
}
