/** A stretch of a text that must not be shown, and what stands there instead. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  /** What found it, for the count. */
  readonly by: string;
  readonly replacement: string;
}

/**
 * The text with everything found replaced, one for those that overlap. The rest stays byte for byte, and what was
 * JSON stays JSON: an escape is never cut in two, and a bare number becomes a text in quotes.
 */
export function replaceFindings(
  text: string,
  findings: readonly Finding[],
  onReplaced: (by: string) => void = () => {},
): string {
  const shown: string[] = [];
  let at = 0;
  for (const { start, end, by, replacement } of merge(findings)) {
    const from = afterEscape(text, start, at);
    if (from >= end) continue;
    const isBare = !replacement.startsWith('"') && isBareJson(text, from, end);
    shown.push(text.slice(at, from), isBare ? JSON.stringify(replacement) : replacement);
    onReplaced(by);
    at = end;
  }
  return shown.join('') + text.slice(at);
}

/** In order and apart. Of those that overlap, the first says what is shown; the longest of two that start together. */
function merge(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  for (const next of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || next.start >= last.end) merged.push(next);
    else if (next.end > last.end) merged[merged.length - 1] = { ...last, end: next.end };
  }
  return merged;
}

/** `\n` before a secret is a backslash and an n, which a pattern cannot tell from the secret's first letter. */
function afterEscape(text: string, start: number, least: number): number {
  let slashes = 0;
  while (start - slashes > least && text[start - slashes - 1] === '\\') slashes += 1;
  if (slashes % 2 === 0) return start;
  return start + (text[start] === 'u' ? 5 : 1);
}

const digitsOnly = /-?[\d.eE+-]+/y;

/** A number in JSON; in its place only a text in quotes is JSON again. */
function isBareJson(text: string, start: number, end: number): boolean {
  digitsOnly.lastIndex = start;
  if (!digitsOnly.test(text) || digitsOnly.lastIndex < end) return false;
  const [before, after] = [text.slice(Math.max(0, start - 16), start), text.slice(end, end + 16)];
  return /[:,[]\s*$/.test(before) && /^\s*[,}\]]/.test(after);
}
