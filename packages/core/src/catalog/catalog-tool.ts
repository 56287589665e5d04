import type { JsonObject, ToolDefinition } from '@patchbay/contracts';
import type { ServerName } from '../ids.ts';
import { readHeaderMarks, type HeaderArgument } from './header-arguments.ts';
import { bareName, offeredName, qualifiedName, type OfferedName, type QualifiedName } from './tool-name.ts';

/** A tool, the server that has it, and what it is called. */
export interface CatalogTool {
  readonly server: ServerName;
  /** As the server itself calls it. */
  readonly name: string;
  readonly qualified: QualifiedName;
  readonly offered: OfferedName;
  /** It is one of the program that embeds the hub. */
  readonly isLocal?: boolean | undefined;
  readonly definition: ToolDefinition;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** Those that modern requests repeat in headers. Undefined, as it nearly always is, when there are none. */
  readonly headerArguments?: readonly HeaderArgument[] | undefined;
}

/** It is offered by its own name, which nothing else in the list can have. */
export function toLocalTool(server: ServerName, definition: ToolDefinition): CatalogTool {
  return { ...toCatalogTool(server, definition), offered: bareName(definition.name), isLocal: true };
}

const anyObject: JsonObject = { type: 'object', properties: {} };

export function toCatalogTool(server: ServerName, definition: ToolDefinition): CatalogTool {
  const { name, description, inputSchema = anyObject } = definition;
  const { marked } = readHeaderMarks(inputSchema);
  return {
    server,
    name,
    qualified: qualifiedName(server, name),
    offered: offeredName(server, name),
    definition,
    description: typeof description === 'string' ? description : '',
    inputSchema,
    ...(marked.length > 0 && { headerArguments: marked }),
  };
}
