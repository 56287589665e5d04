import { z } from 'zod';

/** Other registries take null where nothing is meant, so agents send it. */
function maybe<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.null().transform(() => undefined)]).optional();
}

const text = maybe(z.string());
const anyObject = maybe(z.record(z.string(), z.unknown()));

/** `math` must be there, `+fast` is welcome, `-deprecated` must not be there; of an inner list one must be there. */
const meshTagsSchema = z.array(z.union([z.string(), z.array(z.string())]));
export type MeshTags = z.infer<typeof meshTagsSchema>;

const meshSelectorSchema = z.object({
  capability: text,
  tags: maybe(meshTagsSchema),
  version: text.describe('A range such as `>=1.2 <2`; a bare version means exactly that one.'),
  namespace: text,
});
export type MeshSelector = z.output<typeof meshSelectorSchema>;

const meshDependencySchema = z.object({
  ...meshSelectorSchema.shape,
  capability: z.string().max(1_000),
  required: maybe(z.boolean()).describe('The function is offered only while this is there.'),
  expectedSchemaCanonical: anyObject,
  expectedSchemaHash: text,
  matchMode: text.describe('`strict` or `subset`; nothing compares no schemas.'),
});
export type MeshDependency = z.output<typeof meshDependencySchema>;

const meshLlmFilterSchema = z.object({
  filter: maybe(
    z.union([z.string(), meshSelectorSchema, z.array(z.union([z.string(), meshSelectorSchema]))]),
  ),
  filter_mode: text.describe('`all`, `best_match` or `*`.'),
});
export type MeshLlmFilter = z.output<typeof meshLlmFilterSchema>;

const meshToolSchema = z.object({
  function_name: z.string().min(1).max(1_000),
  capability: z.string().max(1_000),
  version: text,
  tags: maybe(z.array(z.string())),
  description: text,
  inputSchema: anyObject,
  outputSchema: anyObject,
  inputSchemaCanonical: anyObject,
  inputSchemaHash: text,
  outputSchemaCanonical: anyObject,
  outputSchemaHash: text,
  schemaWarnings: maybe(z.array(z.unknown())),
  dependencies: maybe(z.array(meshDependencySchema)),
  llm_filter: maybe(meshLlmFilterSchema),
  llm_provider: maybe(meshSelectorSchema),
  kwargs: anyObject.describe(
    'What callers should know; `vendor` names that of an LLM, `task: true` is one that takes jobs.',
  ),
});
export type MeshTool = z.output<typeof meshToolSchema>;

/**
 * The body of `POST /heartbeat`, which registers and keeps alive in one. It only says what is JSON of the right
 * shape: a name or runtime that makes no sense is answered with 200 and `status: "error"`, so that is for the registry.
 */
export const heartbeatSchema = z.object({
  agent_id: z.string(),
  agent_type: text,
  runtime: text,
  name: text,
  version: text,
  description: text.describe('At most 256 characters; more are cut, with a warning in the answer.'),
  http_host: text,
  http_port: maybe(z.number().int().min(0).max(65_535)),
  timestamp: text,
  namespace: text,
  tools: maybe(z.array(meshToolSchema)),
  surfaces: maybe(z.array(z.unknown())),
  a2a_producer: maybe(z.boolean()),
  a2a_consumer: maybe(z.boolean()),
});
/** As an agent sends it. */
export type Heartbeat = z.input<typeof heartbeatSchema>;
/** As a registry reads it. */
export type ReadHeartbeat = z.output<typeof heartbeatSchema>;
