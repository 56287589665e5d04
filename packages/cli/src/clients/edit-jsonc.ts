import { parseJsonc, type JsoncNode } from '@patchbay/client';

/** The same text with one value set, and everything else as it was, comments too. Undefined where that cannot be done. */
export function setInJsonc(text: string, path: readonly string[], value: unknown): string | undefined {
  const whole = text.trim() === '' ? '{}\n' : text;
  const root = parseJsonc(whole);
  return root && set({ text: whole, indent: indentOf(whole) }, root, { path, value, depth: 1 });
}

interface Page {
  readonly text: string;
  readonly indent: string;
}

interface Change {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly depth: number;
}

function set(
  page: Page,
  node: JsoncNode,
  { path: [name, ...rest], value, depth }: Change,
): string | undefined {
  if (!node.members || name === undefined) return undefined;
  const member = node.members.get(name);
  if (member && rest.length > 0) return set(page, member, { path: rest, value, depth: depth + 1 });
  if (member) return splice(page.text, member, write(page, value, depth));
  const nested = rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const last = [...node.members.values()].at(-1);
  return append(page, { node, last, depth }, `${JSON.stringify(name)}: ${write(page, nested, depth)}`);
}

/** The same text with one more item in a list, which is made where there is none. */
export function addToJsonc(text: string, name: string, item: unknown): string | undefined {
  const list = parseJsonc(text)?.members?.get(name);
  if (!list) return setInJsonc(text, [name], [item]);
  if (!list.items) return undefined;
  const page = { text, indent: indentOf(text) };
  return append(page, { node: list, last: list.items.at(-1), depth: 2 }, write(page, item, 2));
}

interface End {
  readonly node: JsoncNode;
  /** What stands there as the last, if anything does. */
  readonly last: JsoncNode | undefined;
  readonly depth: number;
}

/** Behind the last part and the comments that follow it. */
function append({ text, indent }: Page, { node, last, depth }: End, part: string): string {
  const closing = node.end - 1;
  const at = text.slice(0, closing).trimEnd().length;
  const gap = text.slice(at, closing);
  const end = gap.includes('\n') ? gap : `\n${indent.repeat(depth - 1)}`;
  const added = `${text.slice(0, at)}\n${indent.repeat(depth)}${part}${end}${text.slice(closing)}`;
  return last && !node.hasLastComma ? splice(added, { start: last.end, end: last.end }, ',') : added;
}

function write({ indent }: Page, value: unknown, depth: number): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `\n${indent.repeat(depth)}`);
}

function splice(text: string, { start, end }: Pick<JsoncNode, 'start' | 'end'>, part: string): string {
  return text.slice(0, start) + part + text.slice(end);
}

function indentOf(text: string): string {
  return /\n([ \t]+)["}]/.exec(text)?.[1] ?? '  ';
}
