import type { ReadYaml, TextNode } from '@patchbay/core';
import { isMap, isScalar, isSeq, parseDocument, type Node } from 'yaml';

const maxDepth = 64;
const options = { schema: 'failsafe', prettyErrors: false, uniqueKeys: false, logLevel: 'silent' } as const;

/** A YAML document with the places of its values. Every scalar is the text that stands there. */
export const readYamlNodes: ReadYaml = (text) => {
  try {
    const { contents, errors } = parseDocument(text, options);
    return errors.length === 0 && contents ? toTextNode(contents, text, 0) : undefined;
  } catch {
    return undefined; // an alias, or so deep that even reading it is too much
  }
};

/** Throws as soon as one part of it cannot be told. */
function toTextNode(node: Node | null, text: string, depth: number): TextNode {
  if (!node?.range || depth > maxDepth) throw new Error('it cannot be told');
  const [start, last] = node.range;
  const end = start + text.slice(start, last).trimEnd().length; // a block ends with its line
  const inner = (child: Node | null): TextNode => toTextNode(child, text, depth + 1);
  if (isMap<unknown, Node | null>(node))
    return {
      start,
      end,
      entries: node.items.map(({ key, value }) => [keyOf(key), belowKey(key, inner(value ?? null), text)]),
    };
  if (isSeq<Node>(node)) return { start, end, items: node.items.map(inner) };
  if (isScalar(node)) return { start, end, text: String(node.value) };
  throw new Error('it stands for something elsewhere');
}

/** A merge would bring in what stands elsewhere. */
function keyOf(key: unknown): string {
  const name = String(isScalar(key) ? key.value : key);
  if (name === '<<') throw new Error('it stands for something elsewhere');
  return name;
}

/** What begins on a line of its own is replaced from the colon on. */
function belowKey(key: unknown, value: TextNode, text: string): TextNode {
  const from = isScalar(key) && key.range ? text.indexOf(':', key.range[1]) + 1 : 0;
  const isBelow = from > 0 && text.slice(from, value.start).includes('\n');
  return isBelow ? { ...value, start: from, lead: ' ' } : value;
}
