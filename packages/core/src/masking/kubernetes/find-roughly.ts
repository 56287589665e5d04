import type { Finding } from '../finding.ts';
import { by, secretData } from './secret-data.ts';

const key = /(\\*["']?)\b(?:data|stringData)\1[ \t]*:/g;

/**
 * In a text about Secrets that nobody can read as a whole, because it is broken, mixed with something else or too
 * long: every `data` and `stringData` that is a map, whoever it belongs to. Too much rather than too little.
 */
export function findRoughly(text: string): Finding[] {
  const found: Finding[] = [];
  key.lastIndex = 0;
  for (let match = key.exec(text); match; match = key.exec(text)) {
    const end = endOfMap(text, match.index, key.lastIndex);
    if (end === undefined) continue;
    const quote = match[1] || '"';
    found.push({ start: key.lastIndex, end, by, replacement: ` ${quote}${secretData}${quote}` });
    key.lastIndex = end;
  }
  return found;
}

/** Undefined when what stands after the key is no map. */
function endOfMap(text: string, keyAt: number, from: number): number | undefined {
  const first = /[ \t]*([^ \t]?)/y;
  first.lastIndex = from;
  const next = first.exec(text)?.[1];
  return next === '{' ? endOfBraces(text, from) : endOfBlock(text, keyAt, from);
}

/** Up to the brace that closes it, or to the end. */
function endOfBraces(text: string, from: number): number {
  const brace = /[{}]/g;
  brace.lastIndex = from;
  let depth = 0;
  for (let match = brace.exec(text); match; match = brace.exec(text)) {
    depth += match[0] === '{' ? 1 : -1;
    if (depth === 0) return brace.lastIndex;
  }
  return text.length;
}

/** How far to the right a key may stand and still be the first thing on its line. */
const maxIndent = 200;

/** The lines below that are further to the right than the key. */
function endOfBlock(text: string, keyAt: number, from: number): number | undefined {
  const head = text.slice(Math.max(0, keyAt - maxIndent), keyAt);
  const indent = /(?:^|\n)([ \t-]*)$/.exec(head)?.[1]?.length;
  if (indent === undefined || (indent === maxIndent && keyAt > maxIndent)) return undefined;
  let end: number | undefined;
  for (let line = text.indexOf('\n', from); line !== -1; line = text.indexOf('\n', line + 1)) {
    const inside = /[ \t]*(\r?\n|$)?/y;
    inside.lastIndex = line + 1;
    const [spaces = '', isBlank] = inside.exec(text) ?? [];
    if (isBlank !== undefined) continue;
    if (spaces.length <= indent) break;
    end = endOfLine(text, line + 1);
  }
  return end;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
