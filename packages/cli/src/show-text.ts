import { showArgument } from '@patchbay/contracts';

/** An argument that needs no quotes in any shell. */
const plain = /^[\w@%+=:,./-]+$/;

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
