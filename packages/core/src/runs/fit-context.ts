import type { ToolResult } from '@patchbay/contracts';
import type { CallResult, Entry } from './dialects/dialect.ts';
import { readable } from './dialects/pictures.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** What one picture takes, about; providers count by its size in pixels. */
const picture = 1_500;

/** A cut answer of a tool keeps at least so much. */
const leastChars = 500;

/**
 * The transcript, so short that the model can read it. In this order, and only as far as needed:
 * 1. results of tools are left out, the oldest first, except those of the last turn with results;
 * 2. questions and answers from before this run are left out, the oldest first;
 * 3. the results that are left are cut, each to the same share.
 * The question of the run and what the model said itself always stay.
 */
export function fitContext(entries: readonly Entry[], maxTokens: number): readonly Entry[] {
  const size = (all: readonly Entry[]): number => all.reduce((sum, entry) => sum + tokensOf(entry), 0);
  let fitting = entries;
  const over = (): boolean => size(fitting) > maxTokens;
  for (let at = 0; at < lastWithResults(entries) && over(); at += 1)
    fitting = fitting.with(at, without(fitting[at]));
  while (over() && isEarlier(fitting)) fitting = fitting.slice(2);
  return over() ? cutResults(fitting, size(fitting) - maxTokens) : fitting;
}

function lastWithResults(entries: readonly Entry[]): number {
  return entries.findLastIndex((entry) => entry.kind === 'turn' && entry.results.length > 0);
}

/** Whether it begins with something that was answered before this run. */
function isEarlier([first, second]: readonly Entry[]): boolean {
  return first?.kind === 'user' && second?.kind === 'assistant';
}

function tokensOf(entry: Entry): number {
  if (entry.kind !== 'turn') return estimateTokens(entry.text);
  const said = estimateTokens(JSON.stringify(entry.reply.parts));
  return entry.results.reduce((sum, { result }) => sum + tokensOfResult(result), said);
}

function tokensOfResult(result: ToolResult): number {
  const pictures = result.content.filter(({ type }) => type === 'image').length;
  return estimateTokens(readable(result)) + pictures * picture;
}

function without(entry: Entry | undefined): Entry {
  if (entry?.kind !== 'turn') return entry ?? { kind: 'user', text: '' };
  const results = entry.results.map(({ call, result }): CallResult => {
    const marker = `[The result of ${call.name} (${String(readable(result).length)} characters) was left out to save room. Call it again if you need it.]`;
    return {
      call,
      result: tokensOfResult(result) > estimateTokens(marker) ? replaced(result, marker) : result,
    };
  });
  return { ...entry, results };
}

function replaced(result: ToolResult, text: string): ToolResult {
  return { content: [{ type: 'text', text }], ...(result.isError === true && { isError: true }) };
}

function cutResults(entries: readonly Entry[], excess: number): readonly Entry[] {
  const at = lastWithResults(entries);
  const entry = entries[at];
  if (entry?.kind !== 'turn') return entries;
  const total = entry.results.reduce((sum, { result }) => sum + tokensOfResult(result), 0);
  const share = Math.max(0, total - excess) / total;
  const results = entry.results.map(({ call, result }): CallResult => {
    const text = readable(result);
    const length = Math.max(leastChars, Math.floor(text.length * share) - 100);
    if (text.length <= length) return { call, result: replaced(result, text) };
    const marker = `[Cut by Patchbay to save room: ${String(length)} of ${String(text.length)} characters shown.]`;
    return { call, result: replaced(result, `${text.slice(0, length)}\n${marker}`) };
  });
  return entries.with(at, { ...entry, results });
}
