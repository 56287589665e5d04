export const fence = '```';

/** What stands in the code block that a text begins with, or the text itself. */
export function unfence(text: string): string {
  const trimmed = text.trim();
  const [open] = /^(?:```|~~~)[\w-]*/.exec(trimmed) ?? [];
  if (open === undefined) return unquoteCode(trimmed);
  const inner = trimmed.slice(open.length);
  const end = inner.indexOf(open.slice(0, 3));
  return (end < 0 ? inner : inner.slice(0, end)).trim();
}

function unquoteCode(text: string): string {
  const isQuoted =
    text.length > 1 && text.startsWith('`') && text.endsWith('`') && !text.slice(1, -1).includes('`');
  return isQuoted ? text.slice(1, -1).trim() : text;
}

/** The object that a text begins with, without what the model added behind it. */
export function firstObject(text: string): string {
  if (!text.startsWith('{') || isJson(text)) return text;
  const end = endOfObject(text);
  const object = end === undefined ? text : text.slice(0, end);
  return isJson(object) ? object : text;
}

function endOfObject(text: string): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '{') depth += 1;
    else if (!isQuoted && character === '}' && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
