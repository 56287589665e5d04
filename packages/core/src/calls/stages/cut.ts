import { fail, isJsonObject, PatchbayError, type ContentPart, type ToolResult } from '@patchbay/contracts';
import type { KeepResult } from '../../results/keep-result.ts';
import { textIn, wholeText, withText } from '../../results/whole-text.ts';
import { renderPart } from '../render-content.ts';
import type { Stage, TrailedCall } from '../call.ts';

export interface CutDeps {
  /** Characters of text that one answer may have, and again as many of structured content. */
  readonly maxOutputChars: number;
  /** Nothing of what is cut can be read later if not given. */
  readonly keepResult?: KeepResult | undefined;
}

/** An answer that fits is passed on as it is. Of another, the beginning goes back, and where the rest is. */
export function cut(deps: CutDeps): Stage<TrailedCall> {
  const { maxOutputChars, keepResult } = deps;
  return (next) => async (call) => {
    const result = await next(call).catch(async (error: unknown) => {
      throw PatchbayError.is(error, 'CALL_REFUSED') ? await cutError(deps, call, error) : error;
    });
    const size = measure(result, maxOutputChars);
    if (!size) return result;
    const uri = await keepResult?.(call, wholeText(result, size.structured));
    if (size.structured === undefined) return shorten(result, size, uri);
    call.trail.toolFailed = result.isError === true;
    const hasSchema = call.trail.target?.tool.definition['outputSchema'] !== undefined;
    return shorten(hasSchema ? { ...result, isError: true } : result, size, uri);
  };
}

/** What a server says of a failure may be as long as any answer. */
async function cutError(
  { maxOutputChars: maxChars, keepResult }: CutDeps,
  call: TrailedCall,
  error: PatchbayError<'CALL_REFUSED'>,
): Promise<PatchbayError> {
  const { reason, data } = error.data;
  const text = data === undefined ? '' : JSON.stringify(data);
  const structured = text.length > maxChars ? text : undefined;
  if (reason.length <= maxChars && structured === undefined) return error;
  const uri = await keepResult?.(call, structured === undefined ? reason : `${reason}\n${structured}`);
  const shown = reason.slice(0, wholeCharacters(reason, maxChars));
  const marker = markerFor({ maxChars, total: reason.length, structured }, shown.length, uri);
  return fail('CALL_REFUSED', {
    ...error.data,
    reason: `${shown}\n${marker}`,
    data: structured === undefined ? data : undefined,
  });
}

interface Size {
  readonly maxChars: number;
  /** Characters of text. */
  readonly total: number;
  /** The structured content as text, when it is too long to be shown. */
  readonly structured: string | undefined;
}

/** Undefined when all of it may be shown. */
function measure({ content, structuredContent }: ToolResult, maxChars: number): Size | undefined {
  let total = 0;
  for (const part of content) total += textIn(part)?.length ?? 0;
  const text = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  const structured = text.length > maxChars ? text : undefined;
  return total > maxChars || structured !== undefined ? { maxChars, total, structured } : undefined;
}

function shorten(result: ToolResult, size: Size, uri: string | undefined): ToolResult {
  const { structuredContent, _meta, ...others } = result;
  const { content, offset } = shortenText(result.content, size.maxChars);
  const meta = { ...(isJsonObject(_meta) && _meta), ...(uri !== undefined && { 'patchbay/result': uri }) };
  return {
    ...others,
    content: [...content, { type: 'text', text: markerFor(size, offset, uri) }],
    ...(size.structured === undefined && structuredContent !== undefined && { structuredContent }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/** What of it is shown, and where in the whole text the rest begins. */
function shortenText(parts: readonly ContentPart[], maxChars: number) {
  let room = maxChars;
  let offset = 0;
  let isCut = false;
  const content = parts.flatMap((part): ContentPart[] => {
    const text = textIn(part);
    const shown = text?.slice(0, wholeCharacters(text, room));
    if (!isCut) offset += (shown ?? renderPart(part)).length;
    isCut ||= shown !== text;
    if (!isCut) offset += 1; // the line break behind it
    if (shown === undefined) return [part];
    room = isCut ? 0 : room - shown.length;
    if (shown === text) return [part];
    return shown === '' ? [] : [withText(part, shown)];
  });
  return { content, offset };
}

function markerFor({ maxChars, total, structured }: Size, offset: number, uri: string | undefined): string {
  const what = [
    ...(total > maxChars ? [`${String(maxChars)} of ${String(total)} characters shown.`] : []),
    ...(structured === undefined
      ? []
      : [`Structured content of ${String(structured.length)} characters left out.`]),
  ];
  const where =
    uri === undefined ? 'The rest was not kept.' : `Read on at ${uri} from offset ${String(offset)}.`;
  return `[Cut by Patchbay: ${what.join(' ')}] [${where}]`;
}

/** Never half of a surrogate pair: that is no text any more. */
function wholeCharacters(text: string, room: number): number {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(room - 1)) && room < text.length;
  return isSplit ? room - 1 : room;
}
