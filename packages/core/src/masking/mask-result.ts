import { isJsonObject, type ContentPart, type JsonObject, type ToolResult } from '@patchbay/contracts';
import type { Effort, FindText } from './find-text.ts';
import type { Finding } from './finding.ts';
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
  function* result(whole: ToolResult, effort: Effort): Steps<ToolResult> {
    const { content, ...others } = whole;
    const torn = yield* acrossParts(content, effort);
    const masked: ContentPart[] = [];
    for (const [at, one] of content.entries()) masked.push(yield* part(one, torn.get(at) ?? [], effort));
    const shown = yield* object(others, effort);
    const isSame = shown === others && masked.every((one, at) => one === content[at]);
    return isSame ? whole : { ...shown, content: masked };
  }

  /** Known values that begin in one text and end in another. */
  function* acrossParts(content: readonly ContentPart[], effort: Effort): Steps<Map<number, Finding[]>> {
    const texts = content.flatMap((one, at) => (isText(one) ? [{ at, text: one.text }] : []));
    const torn = new Map<number, Finding[]>();
    if (texts.length < 2) return torn;
    const found = yield* find.knownIn(texts.map(({ text }) => text).join(''), effort);
    let from = 0;
    for (const { at, text } of texts) {
      torn.set(
        at,
        found.flatMap((finding) => within(finding, from, from + text.length)),
      );
      from += text.length;
    }
    return torn;
  }

  function* part(one: ContentPart, torn: readonly Finding[], effort: Effort): Steps<ContentPart> {
    if (torn.length > 0 && isText(one))
      return { ...one, text: yield* maskText.whole(one.text, effort, torn) };
    const { type, data, resource } = one;
    if (type !== 'text' && typeof data === 'string') return yield* file(one, { data }, effort);
    const blob = isJsonObject(resource) ? resource['blob'] : undefined;
    if (!isJsonObject(resource) || typeof blob !== 'string') return yield* inPart(one, effort);
    const { resource: _, ...others } = one;
    const shown = yield* inPart(others, effort);
    const shownResource = yield* file(resource, { blob }, effort);
    return shown === others && shownResource === resource ? one : { ...shown, resource: shownResource };
  }

  /** Pictures, sounds and files are no text, and to patterns anything in them may look like a secret. */
  function* file<O extends JsonObject>(owner: O, bytes: Bytes, effort: Effort): Steps<O> {
    const others = Object.fromEntries(Object.entries(owner).filter(([key]) => !Object.hasOwn(bytes, key)));
    const shown = yield* object(others, effort);
    const hasKnown = yield* find.isInFile(Object.values(bytes).join(''), effort);
    if (!hasKnown && shown === others) return owner;
    const masked = Object.keys(bytes).map((key) => [key, maskedFile]);
    return { ...shown, ...(hasKnown ? Object.fromEntries(masked) : bytes) } as O; // the same keys
  }

  function* inPart<P extends JsonObject>(one: P, effort: Effort): Steps<P> {
    return (yield* object(one, effort)) as P; // the same keys, and a type is never masked
  }

  return result;
}

/** What a part has as base64, by its key. */
type Bytes = Readonly<Record<string, string>>;

function isText(part: ContentPart): part is ContentPart & { readonly text: string } {
  return part.type === 'text' && typeof part['text'] === 'string';
}

/** That part of a finding which lies here, if it does not do so as a whole. */
function within(finding: Finding, from: number, to: number): Finding[] {
  const [start, end] = [Math.max(finding.start, from), Math.min(finding.end, to)];
  const isWhole = finding.start >= from && finding.end <= to;
  return start >= end || isWhole ? [] : [{ ...finding, start: start - from, end: end - from }];
}
