import {
  PatchbayError,
  type JsonObject,
  type RouteQuery,
  type Routes,
  type ToolResult,
} from '@patchbay/contracts';
import {
  asContent,
  renderContent,
  type CallTool,
  type CatalogTool,
  type Chance,
  type Principal,
  type Toolbox,
  type ToolsFor,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface ToolHandlerDeps {
  readonly toolbox: Pick<Toolbox, 'listBare'>;
  readonly toolsFor: ToolsFor;
  readonly callTool: CallTool;
  readonly chance: Pick<Chance, 'uuid'>;
}

export function toolHandlers({
  toolbox,
  toolsFor,
  callTool,
  chance,
}: ToolHandlerDeps): Handlers<'listTools' | 'listToolsV1' | 'executeTool'> {
  const list = ({ format, naming, server }: RouteQuery<Routes['listTools']>, principal: Principal) => {
    const all = toolsFor(principal, naming === 'bare' ? toolbox.listBare() : undefined);
    const chosen = server === undefined ? all : all.filter((tool) => tool.server === server);
    return { body: { tools: chosen.map((tool) => formats[format](tool, nameOf[naming](tool))) } };
  };
  return {
    listTools: ({ query, principal }) => list(query, principal),
    listToolsV1: ({ query, principal }) => list(query, principal),

    async executeTool({ body, principal, request }) {
      const { toolName: name, serverId, arguments: args } = body;
      const server = serverId ?? undefined;
      const call = {
        id: chance.uuid(),
        via: 'rest',
        principal,
        name,
        server,
        signal: request.signal,
      } as const;
      const result = await callTool({ ...call, arguments: args }).catch(toOwnFailure);
      return { body: { ...toBody(result), callId: call.id, name } };
    },
  };
}

const nameOf = {
  prefixed: (tool: CatalogTool): string => tool.offered,
  qualified: (tool: CatalogTool): string => tool.qualified,
  bare: (tool: CatalogTool): string => tool.name,
} as const;

const formats = {
  mcp: ({ server, definition, description, inputSchema }: CatalogTool, name: string): JsonObject => ({
    ...definition,
    name,
    description,
    inputSchema,
    serverId: server,
  }),
  openai: ({ description, inputSchema }: CatalogTool, name: string): JsonObject => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }),
} as const;

/** The server answered, and the answer is that the tool failed: a result, not an error of the hub. */
function toOwnFailure(error: unknown): ToolResult {
  if (PatchbayError.is(error, 'CALL_REFUSED')) return asContent(error);
  throw error;
}

function toBody(result: ToolResult) {
  const content = [...result.content];
  return { ...result, content, isError: result.isError === true, text: renderContent(content) };
}
