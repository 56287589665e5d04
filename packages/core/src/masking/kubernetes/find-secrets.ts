import { replaceFindings, type Finding } from '../finding.ts';
import type { Pace, Steps } from '../steps.ts';
import { findRoughly } from './find-roughly.ts';
import { readJson } from './read-json.ts';
import { by, isSecretKey, secretData, secretHint } from './secret-data.ts';
import type { ReadYaml, TextNode } from './text-node.ts';

/** Longer ones are searched roughly: reading YAML takes up to microseconds a character. */
const maxDocumentChars = 8 * 1024;
const maxYamlChars = 16 * 1024;
/** What even an empty document counts. */
const leastDocumentChars = 512;
/** What reading a character of YAML costs, in characters that are searched. */
const yamlCost = 64;
const maxJsonChars = 256 * 1024;
/** An annotation of a Secret in an annotation of a Secret, and then it is enough. */
const maxNested = 3;

interface Reading {
  readonly readYaml: ReadYaml;
  readonly pace: Pace;
  /** How many characters of YAML may still be read. */
  yamlChars: number;
}

/** The data of every Kubernetes Secret in a text, be it JSON, YAML of several documents, or either inside of a value. */
export function* findSecrets(text: string, readYaml: ReadYaml, pace: Pace): Steps<Finding[]> {
  return yield* findIn(text, 0, { readYaml, pace, yamlChars: maxYamlChars });
}

function* findIn(text: string, nested: number, reading: Reading): Steps<Finding[]> {
  if (!secretHint.test(text)) return [];
  if (nested > maxNested) return yield* findRoughly(text, reading.pace);
  const json = text.length <= maxJsonChars ? readJson(text) : undefined;
  if (reading.pace.spend(text.length)) yield;
  return json ? yield* findInNode(json, nested, reading) : yield* findInDocuments(text, nested, reading);
}

function* findInDocuments(text: string, nested: number, reading: Reading): Steps<Finding[]> {
  const found: Finding[] = [];
  for (const { start, document } of documentsOf(text)) {
    if (!secretHint.test(document)) continue;
    const left = reading.yamlChars;
    const root = readDocument(document, reading);
    if (reading.pace.spend(document.length + (left - reading.yamlChars) * yamlCost)) yield;
    const inner = yield* root ? findInNode(root, nested, reading) : findRoughly(document, reading.pace);
    for (const one of inner) found.push({ ...one, start: start + one.start, end: start + one.end });
  }
  return found;
}

/** Undefined for what cannot be read, or is no YAML that anybody meant: any text is one as a whole. */
function readDocument(document: string, reading: Reading): TextNode | undefined {
  if (document.length > maxDocumentChars || reading.yamlChars <= 0) return undefined;
  reading.yamlChars -= Math.max(document.length, leastDocumentChars);
  const root = reading.readYaml(document);
  return root?.entries || root?.items ? root : undefined;
}

function* documentsOf(text: string) {
  const separator = /^---(?=\s|$).*$/gm;
  let start = 0;
  for (const { index, 0: line } of text.matchAll(separator)) {
    yield { start, document: text.slice(start, index) };
    start = index + line.length;
  }
  yield { start, document: text.slice(start) };
}

interface Waiting {
  readonly node: TextNode;
  /** Whether it stands in a SecretList, where it need not say what it is. */
  readonly isListed: boolean;
}

function* findInNode(root: TextNode, nested: number, reading: Reading): Steps<Finding[]> {
  const found: Finding[] = [];
  const waiting: Waiting[] = [{ node: root, isListed: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, isListed } = next;
    for (const item of node.items ?? []) waiting.push({ node: item, isListed });
    if (node.entries) openMap(node.entries, isListed, { found, waiting });
    if (node.text !== undefined) found.push(...(yield* findInText(node, node.text, { nested, reading })));
  }
  return found;
}

function openMap(entries: TextNode['entries'] & {}, isListed: boolean, { found, waiting }: Walk): void {
  const kind = entries.find(([key]) => key === 'kind')?.[1].text;
  const isSecret = kind === 'Secret' || (kind === undefined && isListed);
  for (const [key, value] of entries)
    if (isSecret && isSecretKey(key)) found.push(toFinding(value, JSON.stringify(secretData)));
    else waiting.push({ node: value, isListed: kind === 'SecretList' && key === 'items' });
}

interface Walk {
  readonly found: Finding[];
  readonly waiting: Waiting[];
}

/** A Secret inside of a text, such as what `kubectl apply` leaves in an annotation. */
function* findInText(node: TextNode, text: string, { nested, reading }: Nested): Steps<Finding[]> {
  const inner = yield* findIn(text, nested + 1, reading);
  return inner.length === 0 ? [] : [toFinding(node, JSON.stringify(replaceFindings(text, inner)))];
}

interface Nested {
  readonly nested: number;
  readonly reading: Reading;
}

function toFinding({ start, end, lead = '' }: TextNode, value: string): Finding {
  return { start, end, by, replacement: lead + value };
}
