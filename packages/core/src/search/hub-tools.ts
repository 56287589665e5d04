import type { ToolDefinition } from '@patchbay/contracts';
import { toCatalogTool, type CatalogTool } from '../catalog/catalog-tool.ts';
import type { ServerName } from '../ids.ts';
import type { OfferedName, QualifiedName } from '../catalog/tool-name.ts';

export const defaultFound = 5;
export const maxFound = 20;

const searchTools: ToolDefinition = {
  name: 'search_tools',
  title: 'Find tools',
  description:
    'Finds tools for a task. There are many more tools than those listed: say in plain words what you want to do, then call one of the tools found with call_tool.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What you want to do, such as "create a ticket".' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: maxFound,
        default: defaultFound,
        description: 'How many tools to show at most.',
      },
    },
    required: ['query'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const callTool: ToolDefinition = {
  name: 'call_tool',
  title: 'Call a tool',
  description: 'Calls a tool that search_tools has found, with arguments that fit its inputSchema.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the tool, as search_tools gave it.' },
      arguments: { type: 'object', description: 'Its arguments.' },
    },
    required: ['name'],
  },
};

/** Tools of the hub itself, first in every list that has them. */
export const hubTools: readonly CatalogTool[] = [searchTools, callTool].map((definition) => ({
  ...toCatalogTool('' as ServerName, definition),
  qualified: definition.name as QualifiedName,
  offered: definition.name as OfferedName,
}));
