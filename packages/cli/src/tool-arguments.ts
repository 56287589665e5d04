import {
  fail,
  isJsonObject,
  type Json,
  type JsonObject,
  type Problem,
  showLine,
  suggest,
} from '@patchbay/contracts';
import { argumentsOf, isClosed, typeOfValue, type ToolArgument } from './tool-schema.ts';

/** Arguments of a call from what was typed: one JSON object, or `key=value` as the schema has the key's type. */
export function parseArguments(words: readonly string[], schema: JsonObject): JsonObject {
  const known = argumentsOf(schema);
  const [first = ''] = words;
  const isObject = words.length === 1 && /^\s*[{[]/.test(first);
  const { given, problems } = isObject
    ? { given: parseObject(first), problems: [] }
    : parsePairs(words, { known, isClosed: isClosed(schema) });
  const all = [...problems, ...missing(given, known), ...wrong(given, known)];
  if (all.length > 0) throw fail('INPUT_INVALID', { problems: all });
  return given;
}

function parseObject(text: string): JsonObject {
  const value = parseJson(text);
  if (isJsonObject(value)) return value;
  const message = value === undefined ? 'This is not JSON.' : 'Write one JSON object.';
  throw fail('INPUT_INVALID', { problems: [{ path: '', message }] });
}

interface Known {
  readonly known: readonly ToolArgument[];
  readonly isClosed: boolean;
}

function parsePairs(words: readonly string[], schema: Known) {
  const pairs = words.flatMap((word) => splitPair(word) ?? []);
  const keys = pairs.map(({ key }) => key);
  const values = pairs.map((pair) => [pair.key, valueOf(pair, schema.known)] as const);
  const problems: Problem[] = [
    ...words.filter((word) => !splitPair(word)).map((word) => notAPair(word, schema.known)),
    ...keys.flatMap((key, at) => (keys.indexOf(key) < at ? [{ path: key, message: twice }] : [])),
    ...[...new Set(keys)].flatMap((key) => unknownKey(key, schema)),
    ...values.flatMap(([path, value]) =>
      value === undefined ? [{ path, message: 'This is not JSON.' }] : [],
    ),
  ];
  const given: JsonObject = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { given, problems };
}

const twice = 'This is given twice. Write a list as JSON.';

interface Pair {
  readonly key: string;
  readonly text: string;
  /** `key:=…` */
  readonly isJson: boolean;
}

function splitPair(word: string): Pair | undefined {
  const at = word.indexOf('=');
  if (at < 1) return undefined;
  const isJson = at > 1 && word[at - 1] === ':';
  return { key: word.slice(0, isJson ? at - 1 : at), text: word.slice(at + 1), isJson };
}

/** Undefined for what should be JSON and is not. What is not of its type stays text, and is told so later. */
function valueOf({ key, text, isJson }: Pair, known: readonly ToolArgument[]): Json | undefined {
  if (isJson) return parseJson(text);
  const { types = [] } = known.find(({ name }) => name === key) ?? {};
  if (types.length === 0 || types.includes('string')) return text;
  const value = parseJson(text.trim());
  return value !== undefined && fits(value, types) ? value : text;
}

function unknownKey(key: string, { known, isClosed: closed }: Known): Problem[] {
  const names = known.map(({ name }) => name);
  if (!closed || names.includes(key)) return [];
  const meant = suggest(key, names);
  const others = names.length === 0 ? 'The tool takes none.' : `There are ${names.join(', ')}.`;
  const hint = meant === undefined ? others : `Did you mean ${meant}?`;
  return [{ path: key, message: `There is no such argument. ${hint}` }];
}

function notAPair(word: string, known: readonly ToolArgument[]): Problem {
  const [only, ...others] = known.filter(({ isRequired }) => isRequired);
  const hint = only && others.length === 0 ? ` Did you mean ${only.name}=${word}?` : '';
  return { path: '', message: `"${word}" is neither key=value nor a JSON object.${hint}` };
}

function fits(value: Json, types: readonly string[]): boolean {
  const type = typeOfValue(value);
  return types.includes(type) || (types.includes('integer') && Number.isSafeInteger(value));
}

function missing(given: JsonObject, known: readonly ToolArgument[]): Problem[] {
  return known
    .filter(({ name, isRequired }) => isRequired && !Object.hasOwn(given, name))
    .map((argument) => {
      const about = showLine(argument.description);
      const message = `This is missing: ${describeType(argument)}${about ? `. ${about}` : '.'}`;
      return { path: argument.name, message };
    });
}

function wrong(given: JsonObject, known: readonly ToolArgument[]): Problem[] {
  return known.flatMap((argument) => {
    const value = given[argument.name];
    if (!Object.hasOwn(given, argument.name) || value === undefined) return [];
    const isChoice =
      argument.choices.length === 0 || argument.choices.some((choice) => isEqual(choice, value));
    const isType = argument.types.length === 0 || fits(value, argument.types);
    if (isChoice && isType) return [];
    return [
      { path: argument.name, message: `Expected ${describeType(argument)}, not ${JSON.stringify(value)}.` },
    ];
  });
}

function isEqual(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** `"celsius" or "kelvin"`, `number or null`, `array of string`. */
export function describeType({ types, choices, items }: ToolArgument): string {
  if (choices.length > 0) return choices.map((choice) => JSON.stringify(choice)).join(' or ');
  const isList = (type: string): boolean => type === 'array' && items.length > 0;
  return (
    types.map((type) => (isList(type) ? `array of ${items.join(' or ')}` : type)).join(' or ') || 'anything'
  );
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
