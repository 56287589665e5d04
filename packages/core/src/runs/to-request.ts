import { concludeNow } from './dialects/dialect.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { fitContext } from './fit-context.ts';
import type { Message, ModelRequest } from './model.ts';
import { systemPrompt } from './prompt.ts';
import type { Equipment, StoredRun } from './run.ts';
import { dialectOf, entriesOf } from './transcript.ts';

/** What the model of a run is asked next. `limit` is what was used up, if it must answer now. */
export function toRequest(stored: StoredRun, equipment: Equipment, limit: string | undefined): ModelRequest {
  const { run } = stored;
  const dialect = dialectOf(run);
  const { tools, model } = equipment;
  const system = systemPrompt({ ...equipment, own: run.agent.instructions, dialect });
  const offers = dialect.offers(tools);
  const fixed = estimateTokens(system) + estimateTokens(JSON.stringify(offers));
  const room = Math.max(0, model.contextTokens - model.maxOutputTokens - fixed);
  const entries = fitContext(entriesOf(stored), room);
  const conclude: readonly Message[] =
    limit === undefined ? [] : [{ role: 'user', text: concludeNow(limit) }];
  return {
    messages: [
      ...(system === '' ? [] : [{ role: 'system', text: system } as const]),
      ...entries.flatMap((entry) => dialect.toMessages(entry, model.seesImages)),
      ...conclude,
    ],
    tools: offers,
    mayCall: limit === undefined && offers.length > 0,
    ...(dialect.stop.length > 0 && { stop: dialect.stop }),
  };
}
