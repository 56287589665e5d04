import type { ContentPart, ToolResult } from '@patchbay/contracts';
import type { TrailedCall, Stage } from '../call.ts';

export interface CutDeps {
  /** Characters of text that one answer may have. */
  readonly maxOutputChars: number;
}

export function cut({ maxOutputChars }: CutDeps): Stage<TrailedCall> {
  return (next) => async (call) => cutResult(await next(call), maxOutputChars);
}

/** The same result when it fits. Otherwise its text up to the limit, and a line that says what is missing. */
function cutResult(result: ToolResult, maxChars: number): ToolResult {
  const total = result.content.reduce((sum, part) => sum + textLength(part), 0);
  if (total <= maxChars) return result;
  let room = maxChars;
  const content = result.content.flatMap((part): ContentPart[] => {
    const length = textLength(part);
    if (length === 0 || typeof part['text'] !== 'string') return [part];
    const kept = part['text'].slice(0, wholeCharacters(part['text'], room));
    room -= kept.length;
    return kept === '' ? [] : [{ ...part, text: kept }];
  });
  const marker = `[Cut by Patchbay: ${String(maxChars)} of ${String(total)} characters shown.]`;
  return { ...result, content: [...content, { type: 'text', text: marker }] };
}

function textLength({ type, text }: ContentPart): number {
  return type === 'text' && typeof text === 'string' ? text.length : 0;
}

/** Never half of a surrogate pair: that is no text any more. */
function wholeCharacters(text: string, room: number): number {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(room - 1)) && room < text.length;
  return isSplit ? room - 1 : room;
}
