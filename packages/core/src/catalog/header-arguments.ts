import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';

/** An argument that modern requests over HTTP repeat in the header `Mcp-Param-<header>`. */
export interface HeaderArgument {
  readonly header: string;
  /** Where in the arguments it is. */
  readonly path: readonly string[];
  /** 42 and 42.0 are the same then. */
  readonly isNumber: boolean;
}

export interface HeaderMarks {
  readonly marked: readonly HeaderArgument[];
  /** Why a client may not use a tool with these marks, if it may not. */
  readonly fault: string | undefined;
}

const mark = 'x-mcp-header';
const allowedTypes: readonly unknown[] = ['string', 'integer', 'boolean'];
/** What RFC 9110 lets a header be called. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Text in a schema that only looks like one. */
const plainData: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

interface Place {
  readonly node: Json | undefined;
  /** Undefined where the mark means nothing: the argument is there only sometimes, or many times. */
  readonly path: readonly string[] | undefined;
}

/** Reads the marks `x-mcp-header` of a schema. Without recursion: servers decide how deep it is. */
export function readHeaderMarks(schema: JsonObject): HeaderMarks {
  const marked: HeaderArgument[] = [];
  const taken = new Set<string>();
  const open: Place[] = [{ node: schema, path: [] }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { node, path } = place;
    if (!isJsonObject(node)) {
      if (Array.isArray(node)) open.push(...node.map((item: Json) => ({ node: item, path: undefined })));
      continue;
    }
    if (Object.hasOwn(node, mark)) {
      const argument = readMark(node, path, taken);
      if (typeof argument === 'string') return { marked: [], fault: argument };
      taken.add(argument.header.toLowerCase());
      marked.push(argument);
    }
    open.push(...placesIn(node, path));
  }
  return { marked, fault: undefined };
}

/** What is marked, or what is wrong with it. */
function readMark(
  node: JsonObject,
  path: Place['path'],
  taken: ReadonlySet<string>,
): HeaderArgument | string {
  const { [mark]: header, type } = node;
  if (path === undefined || path.length === 0) return `${mark} is not on an argument that is always there.`;
  const name = path.join('.');
  if (typeof header !== 'string' || !token.test(header))
    return `${mark} of "${name}" is no name of a header.`;
  if (!allowedTypes.includes(type)) return `"${name}" with ${mark} is no text, integer or boolean.`;
  if (taken.has(header.toLowerCase())) return `two arguments have the ${mark} "${header}".`;
  return { header, path, isNumber: type === 'integer' };
}

/** Everything below that is a schema. Only a chain of `properties` leads to arguments. */
function placesIn(node: JsonObject, path: Place['path']): Place[] {
  return Object.entries(node).flatMap(([key, value]): Place[] => {
    if (plainData.has(key)) return [];
    if (key !== 'properties' || !isJsonObject(value)) return [{ node: unnamed(value), path: undefined }];
    return Object.entries(value).map(([name, child]) => ({ node: child, path: path && [...path, name] }));
  });
}

/** A map by name is looked at as a list, so that a name is not taken for a keyword. */
function unnamed(value: Json | undefined): Json | undefined {
  const isMap = isJsonObject(value) && Object.values(value).every(isJsonObject);
  return isMap ? (Object.values(value) as Json) : value;
}

/** What a header says of this argument; undefined when it says nothing. */
export function headerTextOf(args: Json | undefined, { path }: HeaderArgument): string | undefined {
  let value: Json | undefined = args;
  for (const key of path) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') return undefined;
  return Number.isSafeInteger(value) || !Number.isInteger(value) ? String(value) : undefined;
}
