import type { ToolResult } from '@patchbay/contracts';
import type { Log } from '../../log.ts';
import { estimateTokens } from '../../runs/estimate-tokens.ts';
import type { Stage, TrailedCall } from '../call.ts';
import { textOf } from '../render-content.ts';

export interface SummariseDeps {
  /** Asks a model. Where there is none, long answers stay as they are. */
  readonly summarise?: ((text: string, call: TrailedCall) => Promise<string>) | undefined;
  readonly log: Log;
}

const maxTokens = 5_000;

/** What is long and goes to the model of a run is told in fewer words. Failures are not: every word may matter. */
export function summarise({ summarise: ask, log }: SummariseDeps): Stage<TrailedCall> {
  if (!ask) return (next) => next;
  return (next) => async (call) => {
    const result = await next(call);
    if (call.via !== 'run' || result.isError === true) return result;
    const text = textOf(result.content);
    const tokens = estimateTokens(text);
    if (tokens <= maxTokens) return result;
    try {
      return replaceText(result, `${noteFor(call, tokens)}\n\n${await ask(text, call)}`);
    } catch (error) {
      log.warn('summary.failed', { call: call.id, tokens, error });
      return result;
    }
  };
}

function noteFor({ name, trail: { target } }: TrailedCall, tokens: number): string {
  const tool = target?.tool.qualified ?? name;
  return `[NOTE: The output from ${tool} was ${String(tokens)} tokens (estimated) and has been summarized.]`;
}

/** Pictures and the like stay; structured content says the same at full length, so it goes. */
function replaceText({ structuredContent: _, ...result }: ToolResult, text: string): ToolResult {
  const others = result.content.filter(({ type }) => type !== 'text');
  return { ...result, content: [{ type: 'text', text }, ...others] };
}
