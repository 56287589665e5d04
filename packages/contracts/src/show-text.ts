/** Whatever is shown as nothing, as a gap, or obeyed: controls, invisible letters, odd spaces, marks of direction. */
const hidden = /[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu;

/** Of these, what prose has for good reasons: line breaks, spaces of all kinds, and the glue of emoji. */
const usual = /^(?:[\n\t\p{Zs}]|\u200d|\ufe0f)$/u;

/** An argument that needs no quotes in any shell. */
const plain = /^[\w@%+=:,./-]+$/;

export interface ShownPart {
  readonly text: string;
  /** It stands for characters that nobody would have seen. */
  readonly isHidden: boolean;
}

/** Text of others in parts, so that what would hide in it can also be made to stand out. */
export function toShownParts(text: string): ShownPart[] {
  const parts: ShownPart[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (usual.test(character)) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isHidden: false });
    parts.push({ text: escapeHidden(character), isHidden: true });
    from = index + character.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isHidden: false });
  return parts;
}

/** Text of others, for reading: nothing in it can hide, or tell a terminal what to do. */
export function showProse(text: string): string {
  return toShownParts(text)
    .map((part) => part.text)
    .join('');
}

/** The first paragraph in one line. */
export function showLine(text: string): string {
  const [first = ''] = text.trim().split(/\n\s*\n/);
  return showProse(first.replaceAll(/\s+/g, ' '));
}

/** One argument so that what is run is what is seen. Quotes mark where it begins and ends. */
export function showArgument(text: string): string {
  if (plain.test(text)) return text;
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(hidden, escapeHidden)}"`;
}

const named: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

function escapeHidden(character: string): string {
  return named[character] ?? String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
