/** Runs of plain characters, escapes and quoted parts that stand together. */
const word = /(?:[^\s"'\\]|\\[\s\S]?|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/g;
const part = /\\([\s"'\\$&|;<>()*?#~`])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g;

/**
 * A command line as a POSIX shell would take it apart, without anything that a shell would do beyond that. A backslash
 * before a letter stays, as paths on Windows have them. Undefined when a quote is not closed.
 */
export function splitCommand(line: string): string[] | undefined {
  const text = line.replaceAll(/\\\r?\n/g, ' ');
  const isWhole = text.replaceAll(word, '').trim() === '';
  return isWhole ? [...text.matchAll(word)].map(([found]) => unquote(found)) : undefined;
}

function unquote(text: string): string {
  return text.replaceAll(part, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    const inner = found.slice(1, -1);
    return found.startsWith("'") ? inner : inner.replaceAll(/\\(["\\$`])/g, '$1');
  });
}
