import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';

/** The tables of an entry as TOML, without anything around them. */
export function writeToml(section: string, name: string, entry: Readonly<Record<string, unknown>>): string {
  return `${stringify({ [section]: { [name]: entry } }).trim()}\n`;
}

export function parseToml(text: string): Record<string, unknown> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

interface TomlEntry {
  readonly section: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The same text with the tables of one entry set, and everything else as it was. Undefined where that cannot be done. */
export function setInToml(text: string, { section, name, entry }: TomlEntry): string | undefined {
  const before = parseToml(text);
  const lines = text.split('\n');
  const own = linesOf(lines, section, name);
  const rest = lines.filter((_, at) => !own.has(at));
  const first = [...own][0];
  const kept = (first === undefined ? rest : rest.slice(0, first)).join('\n').trimEnd();
  const behind = first === undefined ? '' : rest.slice(first).join('\n').trimStart();
  const parts = [kept, writeToml(section, name, entry).trimEnd(), behind].filter((part) => part !== '');
  const after = `${parts.join('\n\n').trimEnd()}\n`;
  const parsed = parseToml(after);
  // Written as an inline table, or in some other way that lines do not show: better not touched.
  const isSafe =
    before && parsed && isDeepStrictEqual(without(before, section, name), without(parsed, section, name));
  return isSafe ? after : undefined;
}

/** The lines of the tables of an entry, without comments that stand before the next table. */
function linesOf(lines: readonly string[], section: string, name: string): Set<number> {
  const quoted = name.replaceAll(/[^\w-]/g, String.raw`\$&`);
  const header = new RegExp(String.raw`^\s*\[\s*${section}\s*\.\s*(["']?)${quoted}\1\s*(?:\.[^\]]*)?\]`);
  const own = new Set<number>();
  let pending: number[] = [];
  let isOwn = false;
  for (const [at, line] of lines.entries()) {
    if (/^\s*\[/.test(line)) isOwn = header.test(line);
    if (!isOwn) pending = [];
    else if (/^\s*(?:#|$)/.test(line)) pending.push(at);
    else {
      for (const each of [...pending, at]) own.add(each);
      pending = [];
    }
  }
  return own;
}

function without(config: Record<string, unknown>, section: string, name: string): unknown {
  const { [section]: servers, ...rest } = config;
  const { [name]: _, ...others } = (servers ?? {}) as Record<string, unknown>;
  return [rest, others];
}
