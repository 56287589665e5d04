import type { Problem } from '@patchbay/contracts';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import { expand, type Environment } from './expand.ts';
import type { Path, Setting } from './setting.ts';

export interface YamlText {
  readonly name: string;
  readonly text: string;
}

export interface ReadYaml {
  readonly settings: readonly Setting[];
  readonly problems: readonly Problem[];
}

/**
 * Every value of a YAML text with the place where it stands, environment references filled in. Values stay text,
 * since only the schema knows what they mean: 0123 may be a number or a password.
 */
export function readYaml({ name, text }: YamlText, environment: Environment): ReadYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${String(line)}:${String(col)}`;
  };
  const broken = document.errors.map(({ pos, code, message }) => ({
    path: place(pos[0]),
    message: code === 'MULTIPLE_DOCS' ? 'Write one document; leave out what follows this line.' : message,
  }));
  if (broken.length > 0) return { settings: [], problems: broken };
  const { contents } = document;
  if (contents === null || isNothing(contents)) return { settings: [], problems: [] };
  if (!isMap(contents))
    return {
      settings: [],
      problems: [{ path: place(0), message: 'Write keys and values, such as port: 8080.' }],
    };
  const reader: Reader = { document, environment, place, settings: [], problems: [], tooMuch: undefined };
  visit(contents, [], reader);
  const { tooMuch } = reader;
  return tooMuch === undefined ? reader : { settings: [], problems: [{ path: place(0), message: tooMuch }] };
}

/** Nothing of ours is as deep; an alias that contains itself is deeper than anything. */
const maxDepth = 20;
/** A few lines of aliases can stand for billions of values. */
const maxSettings = 50_000;

interface Reader {
  readonly document: Document;
  readonly environment: Environment;
  readonly place: (offset: number) => string;
  readonly settings: Setting[];
  readonly problems: Problem[];
  /** Why reading was given up. */
  tooMuch: string | undefined;
}

function visit(node: Node | null, path: Path, reader: Reader): void {
  reader.tooMuch ??= excessOf(path, reader);
  if (reader.tooMuch !== undefined) return;
  if (isAlias(node)) return visit(node.resolve(reader.document) ?? null, path, reader);
  const source = reader.place(node?.range?.[0] ?? 0);
  const children = childrenOf(node);
  if (children.length > 0) for (const [part, child] of children) visit(child, [...path, part], reader);
  else reader.settings.push({ path, source, ...valueOf(node, source, reader) });
}

function excessOf(path: Path, { settings }: Reader): string | undefined {
  if (path.length > maxDepth) return 'It is nested too deep.';
  return settings.length >= maxSettings ? 'It has more values than the hub reads.' : undefined;
}

function childrenOf(node: Node | null): [string | number, Node | null][] {
  if (isMap<unknown, Node | null>(node))
    return node.items.map(({ key, value }) => [keyOf(key), value ?? null]);
  if (isSeq<Node>(node)) return [...node.items.entries()];
  return [];
}

type Value = Pick<Setting, 'value' | 'masked'>;

function valueOf(node: Node | null, source: string, reader: Reader): Value {
  if (isMap(node)) return { value: {} };
  if (isSeq(node)) return { value: [] };
  // A key without a value counts as not given, but must still be one that we know.
  return isScalar(node) && !isNothing(node) ? fill(String(node.value), source, reader) : { value: undefined };
}

/** In quotes, these are text. */
function isNothing(node: Node): boolean {
  return isScalar(node) && node.type === 'PLAIN' && /^(?:|~|null|Null|NULL)$/.test(String(node.value));
}

function keyOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function fill(written: string, source: string, { environment, problems }: Reader): Value {
  const { text, masked, missing } = expand(written, environment);
  for (const name of missing)
    problems.push({
      path: source,
      message: `The environment variable ${name} is not set. Write $$ for a plain dollar.`,
    });
  return { value: text, masked };
}
