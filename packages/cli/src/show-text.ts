/** Whatever a terminal shows as nothing, as a gap, or obeys: controls, invisible letters, odd spaces, marks of direction. */
const hidden = /[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu;

/** Of these, what prose has for good reasons: line breaks, spaces of all kinds, and the glue of emoji. */
const usual = /^(?:[\n\t\p{Zs}]|\u200d|\ufe0f)$/u;

/** An argument that needs no quotes in any shell. */
const plain = /^[\w@%+=:,./-]+$/;

/** Text of others, for reading: nothing in it can hide, or tell the terminal what to do. */
export function showProse(text: string): string {
  return text.replaceAll(hidden, (character) => (usual.test(character) ? character : escape(character)));
}

/** The first paragraph in one line. */
export function showLine(text: string): string {
  const [first = ''] = text.trim().split(/\n\s*\n/);
  return showProse(first.replaceAll(/\s+/g, ' '));
}

/** One argument so that what is run is what is seen. Quotes mark where it begins and ends. */
export function showArgument(text: string): string {
  if (plain.test(text)) return text;
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(hidden, escape)}"`;
}

/** A text with wildcards, which need no quotes here: nothing runs it. */
export function showPattern(text: string): string {
  return plain.test(text.replaceAll(/[*?[\]]/g, '')) ? text : showArgument(text);
}

/** A command line: in one line where that cannot be misread, otherwise one argument in each. */
export function showArgv(argv: readonly string[], width: number): string[] {
  const line = argv.join(' ');
  return argv.every((text) => plain.test(text)) && line.length <= width ? [line] : argv.map(showArgument);
}

/** As it can be typed into a POSIX shell. */
export function quoteForShell(text: string): string {
  return plain.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Lines of at most this width, cut between words. Breaks that are there stay. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => (line.length <= width ? [line] : wrapLine(line, width)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const named: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

function escape(character: string): string {
  return named[character] ?? String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
