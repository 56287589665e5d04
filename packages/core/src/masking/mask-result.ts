import { isJsonObject, type ContentPart, type JsonObject, type ToolResult } from '@patchbay/contracts';
import type { Effort } from './find-foreign.ts';
import type { FindText } from './find-text.ts';
import type { Finding } from './finding.ts';
import { createIsClean } from './is-clean.ts';
import type { MaskObject } from './mask-json.ts';
import type { MaskText } from './mask-text.ts';
import type { Steps } from './steps.ts';

/** Valid base64, in place of a file that has a stored credential in it: half of a file is of no use. */
const maskedFile = btoa('[MASKED_CREDENTIAL]');

export interface MaskResultDeps {
  readonly find: FindText;
  readonly text: MaskText;
  readonly object: MaskObject;
}

/** A whole result: text, structured content, resources and all that stands beside them. */
export function createMaskResult({ find, text: maskText, object }: MaskResultDeps) {
  const isClean = createIsClean(find);

  function* result(whole: ToolResult, effort: Effort): Steps<ToolResult> {
    if (isClean(whole)) return whole;
    const { content, ...others } = whole;
    const torn = yield* acrossParts(content, effort);
    const masked: ContentPart[] = [];
    for (const [at, one] of content.entries()) masked.push(yield* part(one, torn.get(at) ?? [], effort));
    const shown = yield* object(others, effort);
    const isSame = shown === others && masked.every((one, at) => one === content[at]);
    return isSame ? whole : { ...shown, content: masked };
  }

  /** Known values that begin in one text and end in another, by the position of each part of them. */
  function* acrossParts(content: readonly ContentPart[], effort: Effort): Steps<Map<number, Finding[]>> {
    const texts = content.flatMap((one, at) => (isText(one) ? [{ at, text: one.text }] : []));
    if (texts.length < 2) return new Map();
    const found = yield* find.knownIn(texts.map(({ text }) => text).join(''), effort);
    return found.length === 0 ? new Map() : tear(texts, found);
  }

  /** Without its type a part is nothing, whatever a pattern makes of that. */
  function* part(one: ContentPart, torn: readonly Finding[], effort: Effort): Steps<ContentPart> {
    const shown = yield* inPart(one, torn, effort);
    return shown === one ? one : { ...shown, type: one.type };
  }

  function* inPart(one: ContentPart, torn: readonly Finding[], effort: Effort): Steps<JsonObject> {
    const { type, text, data, resource } = one;
    if (torn.length > 0 && typeof text === 'string')
      return {
        ...(yield* object(without(one, 'text'), effort)),
        text: yield* maskText.whole(text, effort, torn),
      };
    if (type !== 'text' && typeof data === 'string') return yield* withFile(one, 'data', effort);
    const blob = isJsonObject(resource) ? resource['blob'] : undefined;
    if (!isJsonObject(resource) || typeof blob !== 'string') return yield* object(one, effort);
    const shown = yield* object(without(one, 'resource'), effort);
    return { ...shown, resource: yield* withFile(resource, 'blob', effort) };
  }

  /** Pictures, sounds and files are no text, and to patterns anything in them may look like a secret. */
  function* withFile(owner: JsonObject, key: 'data' | 'blob', effort: Effort): Steps<JsonObject> {
    const { [key]: bytes } = owner;
    const shown = yield* object(without(owner, key), effort);
    const hasKnown = typeof bytes === 'string' && (yield* find.isInFile(bytes, effort));
    return { ...shown, [key]: hasKnown ? maskedFile : bytes };
  }

  return result;
}

function without(owner: JsonObject, left: string): JsonObject {
  return Object.fromEntries(Object.entries(owner).filter(([key]) => key !== left));
}

function isText(part: ContentPart): part is ContentPart & { readonly text: string } {
  return part.type === 'text' && typeof part['text'] === 'string';
}

/** Findings in texts that were joined, for those that stand in more than one. */
function tear(texts: readonly TextAt[], found: readonly Finding[]): Map<number, Finding[]> {
  const torn = new Map<number, Finding[]>();
  const waiting = found.toSorted((a, b) => a.start - b.start);
  let [first, from] = [0, 0];
  for (const { at, text } of texts) {
    const place = { from, to: from + text.length };
    while ((waiting[first]?.end ?? Infinity) <= from) first += 1;
    torn.set(at, tornIn(place, waiting, first));
    from = place.to;
  }
  return torn;
}

interface TextAt {
  readonly at: number;
  readonly text: string;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** That part of each finding which lies here, if it does not do so as a whole. */
function tornIn({ from, to }: Place, waiting: readonly Finding[], first: number): Finding[] {
  const torn: Finding[] = [];
  for (let next = first; next < waiting.length; next += 1) {
    const finding = waiting[next];
    if (!finding || finding.start >= to) break;
    const isWhole = finding.start >= from && finding.end <= to;
    const [start, end] = [Math.max(finding.start, from) - from, Math.min(finding.end, to) - from];
    if (!isWhole && start < end) torn.push({ ...finding, start, end });
  }
  return torn;
}
