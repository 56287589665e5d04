import { isJsonObject, type Json, type JsonObject, type ToolResult } from '@patchbay/contracts';

// The modern era lets a tool answer any JSON; a legacy client refuses the whole list for one output that is no object.
// So its legacy output is an object that has it: `{ "result": … }`, in the list and in every answer.

/** Whether legacy clients are shown another output than the server has. */
export function isWrapped(outputSchema: Json | undefined): outputSchema is JsonObject {
  return isJsonObject(outputSchema) && outputSchema['type'] !== 'object';
}

export function wrapSchema(schema: JsonObject): JsonObject {
  const { $schema } = schema;
  return {
    ...(typeof $schema === 'string' && { $schema }),
    type: 'object',
    properties: { result: hasOwnBase(schema) ? schema : movedDown(schema) },
    required: ['result'],
  };
}

/** Wrapped where the schema is, and wherever it could not be read otherwise; with its words for those who read only text. */
export function wrapResult(result: ToolResult, isSchemaWrapped: boolean): ToolResult {
  const { structuredContent, content } = result;
  if (structuredContent === undefined) return result;
  const isObject = isJsonObject(structuredContent);
  if (isObject && !isSchemaWrapped) return result;
  const hasText = content.some(({ type }) => type === 'text');
  const words = { type: 'text', text: JSON.stringify(structuredContent) };
  return {
    ...result,
    content: hasText || isObject ? content : [...content, words],
    structuredContent: { result: structuredContent },
  };
}

const root = '#/properties/result';
/** Text in a schema that only looks like one. */
const plainData: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** Under these, keys are names that somebody chose. */
const namedSchemas: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);

/** Deeper than people write; servers may say anything, and one must not bring down the list of all. */
const maxDepth = 200;

/** What points into the schema from its own root points there still. */
function movedDown(schema: JsonObject, depth = 0): JsonObject {
  if (depth > maxDepth) return schema;
  return mapValues(schema, (key, value) => {
    if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string') return movedReference(value);
    if (plainData.has(key)) return value;
    if (namedSchemas.has(key) && isJsonObject(value))
      return mapValues(value, (_, child) => movedPart(child, depth + 1));
    return movedPart(value, depth + 1);
  });
}

function movedPart(value: Json | undefined, depth: number): Json | undefined {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item: Json) => movedPart(item, depth + 1) as Json);
  if (!isJsonObject(value)) return value;
  return hasOwnBase(value) ? value : movedDown(value, depth);
}

function movedReference(reference: string): string {
  if (reference === '#') return root;
  return reference.startsWith('#/') ? root + reference.slice(1) : reference;
}

/** With an id of its own, what is inside is looked up there and not in the whole. */
function hasOwnBase({ $id }: JsonObject): boolean {
  return typeof $id === 'string' && !$id.startsWith('#');
}

function mapValues(
  from: JsonObject,
  change: (key: string, value: Json | undefined) => Json | undefined,
): JsonObject {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(key, value)]));
}
