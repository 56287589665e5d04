import { fail } from '@patchbay/contracts';
import {
  costOf,
  noUsage,
  summaryRequest,
  textOfReply,
  type CallToolDeps,
  type Model,
  type ModelPart,
  type Reply,
} from '@patchbay/core';

type Summarise = NonNullable<CallToolDeps['summarise']>;

/**
 * Tells long results of tools in fewer words. Rejects when there is no summary, and then the call's own stage passes the
 * result on as it was: a summary never costs a result.
 */
export function createSummarise(modelOf: () => Promise<Model>): Summarise {
  return async (text, { name, trail, signal, onSummary }) => {
    const model = await modelOf();
    const controller = new AbortController();
    const abort = (): void => controller.abort(fail('CALL_CANCELLED', {}));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const room = model.contextTokens - model.maxOutputTokens - 1_000;
      const request = summaryRequest(trail.target?.tool.qualified ?? name, text, room);
      const { reply, summary } = await hear(model.ask(request, controller.signal));
      onSummary?.({ usage: reply.usage, cost: costOf(reply.usage, model.prices) });
      return summary || refuse(model);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };
}

async function hear(parts: AsyncIterable<ModelPart>) {
  let reply: Pick<Reply, 'parts' | 'usage'> = { parts: [], usage: noUsage };
  for await (const part of parts) if (part.kind === 'reply') ({ reply } = part);
  return { reply, summary: textOfReply(reply).trim() };
}

function refuse({ name }: Model): never {
  throw fail('MODEL_REFUSED', { model: name, reason: 'its summary was empty.' });
}
