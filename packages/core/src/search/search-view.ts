import {
  isJsonObject,
  PatchbayError,
  type Json,
  type JsonObject,
  type ToolResult,
} from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import { asContent } from '../calls/as-content.ts';
import type { AskedCall, CallTool } from '../calls/call.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { FindTools } from './find-tools.ts';
import { defaultFound, hubTools, maxFound } from './hub-tools.ts';

export interface SearchViewDeps {
  readonly findTools: FindTools;
  /** All that there is, whoever asks. */
  readonly list: () => readonly CatalogTool[];
  /** What this one may call of it. */
  readonly callableFor: (principal: Principal) => readonly CatalogTool[];
  readonly isPinned: (tool: CatalogTool) => boolean;
  readonly callTool: CallTool;
}

/**
 * A long list behind two tools. What is found is what the principal may call, and what is called goes the one way of
 * every call, as itself.
 */
export function createSearchView({ findTools, list, callableFor, isPinned, callTool }: SearchViewDeps) {
  const toListed = keep((tools) => [...hubTools, ...tools.filter(isPinned)]);
  const toSet = keep((tools) => new Set(tools));

  async function search({ principal, arguments: args }: AskedCall): Promise<ToolResult> {
    const { query, limit } = isJsonObject(args) ? args : {};
    if (typeof query !== 'string' || query.trim() === '')
      return failure('"query" is not a text. Say in plain words what you want to do.');
    const sought = { query: query.slice(0, maxQuery), limit: limitOf(limit) };
    const among = toSet(callableFor(principal));
    const tools = await findTools(list(), { ...sought, among });
    return found(tools.map(describe));
  }

  async function callInner(call: AskedCall): Promise<ToolResult> {
    const { name, arguments: args } = isJsonObject(call.arguments) ? call.arguments : {};
    if (typeof name !== 'string') return failure('"name" is not a text. search_tools finds names.');
    if (hubTools.some((own) => own.name === name))
      return failure(`${name} is not called by call_tool. Call it directly.`);
    try {
      return await callTool({ ...call, name, arguments: args });
    } catch (error) {
      if (!PatchbayError.is(error) || !error.code.startsWith('TOOL_')) throw error;
      return asContent(error); // for the model, which can look again
    }
  }

  return {
    toolsFor: (principal: Principal): readonly CatalogTool[] => toListed(callableFor(principal)),
    listed: (): readonly CatalogTool[] => toListed(list()),
    callTool: async (call: AskedCall): Promise<ToolResult> => {
      if (call.name === 'search_tools') return search(call);
      return call.name === 'call_tool' ? callInner(call) : callTool(call);
    },
  };
}

/** Nobody says in more words what they want to do; each of them costs time. */
const maxQuery = 1_000;

function limitOf(limit: Json | undefined): number {
  const asked = typeof limit === 'number' && Number.isFinite(limit) ? Math.trunc(limit) : defaultFound;
  return Math.min(Math.max(1, asked), maxFound);
}

function describe({ offered, description, inputSchema }: CatalogTool): JsonObject {
  return { name: offered, description, inputSchema };
}

function found(tools: readonly JsonObject[]): ToolResult {
  const text =
    tools.length === 0
      ? 'No tool fits. Try other words, or fewer.'
      : tools.map((tool) => JSON.stringify(tool)).join('\n');
  return { content: [{ type: 'text', text }], structuredContent: { tools: [...tools] } };
}

function failure(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** What was made of a list is kept as long as the list. */
function keep<T>(make: (tools: readonly CatalogTool[]) => T): (tools: readonly CatalogTool[]) => T {
  const made = new WeakMap<readonly CatalogTool[], { readonly value: T }>();
  return (tools) => {
    const known = made.get(tools) ?? { value: make(tools) };
    made.set(tools, known);
    return known.value;
  };
}
