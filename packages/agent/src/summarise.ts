import { fail } from '@patchbay/contracts';
import { summaryRequest, textOfReply, type CallToolDeps, type Model, type ModelPart } from '@patchbay/core';

type Summarise = NonNullable<CallToolDeps['summarise']>;

/**
 * Tells long results of tools in fewer words. Rejects when there is no summary, and then the call's own stage passes the
 * result on as it was: a summary never costs a result.
 */
export function createSummarise(modelOf: () => Promise<Model>): Summarise {
  return async (text, { name, trail, signal }) => {
    const model = await modelOf();
    const controller = new AbortController();
    const abort = (): void => controller.abort(fail('CALL_CANCELLED', {}));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const room = model.contextTokens - model.maxOutputTokens - 1_000;
      const request = summaryRequest(trail.target?.tool.qualified ?? name, text, room);
      return await hear(model, model.ask(request, controller.signal));
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };
}

async function hear({ name }: Model, parts: AsyncIterable<ModelPart>): Promise<string> {
  let summary = '';
  for await (const part of parts) if (part.kind === 'reply') summary = textOfReply(part.reply).trim();
  if (summary === '') throw fail('MODEL_REFUSED', { model: name, reason: 'its summary was empty.' });
  return summary;
}
