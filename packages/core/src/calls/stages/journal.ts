import type { Clock } from '../../clock.ts';
import type { ReadyCall, Stage } from '../call.ts';
import type { Journal } from '../journal.ts';
import { isSafe } from '../safe-tools.ts';

export interface JournalStageDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'begin' | 'end'>;
}

/** What could have an effect is noted before it is sent. What is known to be safe need not be. */
export function journal({ clock, journal: notes }: JournalStageDeps): Stage<ReadyCall> {
  return (next) => async (call) => {
    const { server } = call.target.supervisor;
    const { tool } = call.target;
    if (isSafe(server, tool.definition)) return next(call);
    const { id, principal, via } = call;
    await notes.begin({
      id,
      principal: principal.id,
      via,
      server: tool.server,
      tool: tool.name,
      at: clock.now(),
    });
    try {
      return await next(call);
    } finally {
      notes.end(id);
    }
  };
}
