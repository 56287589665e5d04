import {
  isJsonObject,
  metaKeys,
  type Era,
  type Implementation,
  type JsonObject,
  type RpcRequest,
} from '@patchbay/contracts';
import type { CatalogTool } from '@patchbay/core';
import type { Asker } from './exchange.ts';
import { invalidParams } from './incoming.ts';
import { isWrapped, wrapSchema } from './legacy-output.ts';
import { errorPayload, preparedPayload, prepareResult, type Payload } from './payload.ts';

export interface ToolListDeps {
  readonly serverInfo: Implementation;
}

/** Answers tools/list. A list is written once for each era and sent as it is to everybody who has this list. */
export function createToolList({ serverInfo }: ToolListDeps) {
  const tail = {
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { [metaKeys.serverInfo]: serverInfo },
  };
  const legacy = remember((tools) => JSON.stringify({ tools: tools.map(toLegacyTool) }));
  const modern = remember((tools) => JSON.stringify({ tools: tools.map(toModernTool), ...tail }));

  return (era: Era, { id, params }: RpcRequest, { principal, view }: Asker): Payload => {
    const cursor = params?.['cursor'];
    if (cursor !== undefined) return errorPayload(id, invalidParams('this list has no pages, so no cursor.'));
    const tools = view.toolsFor(principal);
    return preparedPayload(id, era === 'modern' ? modern(tools) : legacy(tools));
  };
}

type Write = (tools: readonly CatalogTool[]) => string;

function remember(write: Write): (tools: readonly CatalogTool[]) => Buffer {
  const written = new WeakMap<readonly CatalogTool[], Buffer>();
  return (tools) => {
    const bytes = written.get(tools) ?? prepareResult(write(tools));
    written.set(tools, bytes);
    return bytes;
  };
}

/** As its server defined it, under the name that the hub offers. */
function toTool({ definition, offered, inputSchema }: CatalogTool): JsonObject {
  return { ...definition, name: offered, inputSchema: toObjectSchema(inputSchema) };
}

/** `execution` told of the tasks of 2025-11-25, which the modern era does not have. */
function toModernTool(tool: CatalogTool): JsonObject {
  const { execution: _, ...others } = toTool(tool);
  return others;
}

function toLegacyTool(tool: CatalogTool): JsonObject {
  const shown = toTool(tool);
  const { outputSchema, ...others } = shown;
  if (isWrapped(outputSchema)) return { ...others, outputSchema: wrapSchema(outputSchema) };
  return outputSchema === undefined || isJsonObject(outputSchema) ? shown : others; // `true` is a schema, but not to them
}

/** Clients refuse the whole list for one tool whose arguments are not said to be an object. */
function toObjectSchema(schema: unknown): JsonObject {
  if (!isJsonObject(schema)) return { type: 'object' };
  return schema['type'] === 'object' ? schema : { ...schema, type: 'object' };
}
