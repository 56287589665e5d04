import type { Finding } from '../finding.ts';
import type { Pace, Steps } from '../steps.ts';
import { by, secretData } from './secret-data.ts';

const key = /(\\*["']?)\b(?:data|stringData)\1[ \t]*:/g;

/**
 * In a text about Secrets that nobody can read as a whole, because it is broken, mixed with something else or too
 * long: every `data` and `stringData` that is a map, whoever it belongs to. Too much rather than too little.
 */
export function* findRoughly(text: string, pace: Pace): Steps<Finding[]> {
  const found: Finding[] = [];
  for (let at = 0; ;) {
    key.lastIndex = at; // others have used it meanwhile
    const match = key.exec(text);
    if (!match) return found;
    const start = key.lastIndex;
    if (isAlias(text, start)) return [{ start: 0, end: text.length, by, replacement: secretData }];
    const quote = match[1] || '"';
    const end = endOfMap(text, { keyAt: match.index, start, quote });
    if (end !== undefined) found.push({ start, end, by, replacement: ` ${quote}${secretData}${quote}` });
    if (pace.spend((end ?? start) - at)) yield;
    at = end ?? start;
  }
}

/** Then what it holds may stand anywhere. */
function isAlias(text: string, start: number): boolean {
  alias.lastIndex = start;
  return alias.test(text);
}

interface Place {
  readonly keyAt: number;
  readonly start: number;
  readonly quote: string;
}

/** Undefined when what stands after the key is no map. */
function endOfMap(text: string, { keyAt, start, quote }: Place): number | undefined {
  openingBrace.lastIndex = start;
  return openingBrace.test(text) ? endOfBraces(text, start, quote) : endOfBlock(text, keyAt, start);
}

const alias = /[ \t]*\*[\w-]/y;
const openingBrace = /[ \t]*\{/y;
const quoteOrBrace = /\\*["']|[{}]/g;
const blank = /[ \t]*(\r?\n|$)?/y;

/** Up to the brace that closes it, not one in a text; or to the end. Quotes are escaped as often as those of the key. */
function endOfBraces(text: string, from: number, quote: string): number {
  let depth = 0;
  let isInText = false;
  quoteOrBrace.lastIndex = from;
  for (let match = quoteOrBrace.exec(text); match; match = quoteOrBrace.exec(text)) {
    if (match[0] === quote) isInText = !isInText;
    if (isInText || match[0].length > 1) continue;
    depth += match[0] === '{' ? 1 : match[0] === '}' ? -1 : 0;
    if (depth === 0) return quoteOrBrace.lastIndex;
  }
  return text.length;
}

/** The lines below that are further to the right than the key; undefined when there are none. */
function endOfBlock(text: string, keyAt: number, from: number): number | undefined {
  const indent = indentOf(text, keyAt);
  if (indent === undefined) return undefined;
  let end: number | undefined;
  for (let line = text.indexOf('\n', from); line !== -1; line = text.indexOf('\n', line + 1)) {
    blank.lastIndex = line + 1;
    const [spaces = '', isBlank] = blank.exec(text) ?? [];
    if (isBlank !== undefined) continue;
    if (spaces.length <= indent) break;
    end = text.indexOf('\n', line + 1);
  }
  return end === -1 ? text.length : end;
}

const maxIndent = 200;

/** How far to the right it stands; undefined when it is not the first thing on its line. */
function indentOf(text: string, at: number): number | undefined {
  const head = text.slice(Math.max(0, at - maxIndent), at);
  const indent = /(?:^|\n)([ \t-]*)$/.exec(head)?.[1]?.length;
  return indent === maxIndent && at > maxIndent ? undefined : indent;
}
