/** What differs each time, and what it looks like. The first that fits counts. */
const volatile: readonly (readonly [kind: 'name' | 'value', shown: string, seen: string])[] = [
  ['name', 'pbk_[0-9a-f]{16}_(?:…|[\\w-]{20,})', 'pbk_[0-9a-f]{16}_[\\w-]{20,}'],
  ['name', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ['name', '\\b[0-9a-f]{16}\\b', '[0-9a-f]{16}'],
  ['name', '\\b(?=[a-f]*\\d)[0-9a-f]{8}\\b', '[0-9a-f]{8}'],
  [
    'value',
    '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+Z)?',
    '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+Z)?',
  ],
  ['value', 'now|\\d+ (?:second|minute)s? ago', '(?:now|\\d+ (?:second|minute)s? ago)'],
  ['value', '…[\\w-]{4}\\b', '…[\\w-]{4}'],
  ['value', 'in \\d+ minutes?', 'in \\d+ (?:second|minute)s?'],
  ['value', 'up \\d+ \\w+', 'up \\d+ \\w+'],
  ['value', '\\d+ ms\\b', '\\d+ ms'],
  ['value', '(?<=Ms":)\\d+', '\\d+'],
];
/** The rest of a line, whole lines where one has nothing else, and the space between columns. */
const left = { whole: '^…\\n', some: '…', gap: ' {2,}' };
const token = new RegExp(
  [...volatile.map(([, shown]) => `(${shown})`), `(${left.whole})`, `(${left.some})`, `(${left.gap})`].join(
    '|',
  ),
  'gm',
);

/** Names as a page has them (ids, keys), and what they were this time. */
export type Names = Map<string, string>;

/**
 * Whether this is what the page shows, but for what differs each time; where it ends. The names in it are learned, and
 * one that was learned before must be the same again, and another one another.
 */
export function matchShown(shown: string, seen: string, names: Names): number | undefined {
  const captured: string[] = [];
  let pattern = '';
  let at = 0;
  for (const match of shown.matchAll(token)) {
    pattern += literal(shown.slice(at, match.index)) + patternOf(match, names, captured);
    at = match.index + match[0].length;
  }
  const found = new RegExp(`^${pattern}${literal(shown.slice(at))}`).exec(seen);
  if (!found || found.slice(1).some((real) => [...names.values()].includes(real))) return undefined;
  captured.forEach((name, index) => names.set(name, found[index + 1] ?? ''));
  return found[0].length;
}

function patternOf(match: RegExpExecArray, names: Names, captured: string[]): string {
  const which = match.slice(1).findIndex(Boolean);
  const [kind, , seen = ''] = volatile[which] ?? [];
  if (kind === undefined) return ['[\\s\\S]*', '[^\\n]*', ' {2,}'][which - volatile.length] ?? '';
  if (kind === 'value') return seen;
  const known = names.get(match[0]);
  if (known !== undefined) return literal(known);
  captured.push(match[0]);
  return `(${seen})`;
}

/** A command of the page with the names of this time; the beginning of an id is enough on the page as well. */
export function withNames(command: string, names: Names): string {
  let result = command;
  for (const [shown, real] of names) result = result.replaceAll(shown, real);
  return result.replaceAll(/\b[0-9a-f]{4,15}\b/g, (word) => {
    const [, real] = [...names].find(([shown]) => shown.startsWith(word)) ?? [];
    return real?.slice(0, word.length) ?? word;
  });
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
