import {
  fail,
  isJsonObject,
  rpcCodes,
  type Json,
  type JsonObject,
  type PromptDefinition,
  type ResourceDefinition,
  type ResourceTemplateDefinition,
  type ToolDefinition,
} from '@patchbay/contracts';
import type { Link } from '../connections/link.ts';
import type { Offer } from './offer.ts';

/** A server that gives a next page for ever must not hold us for ever. */
const maxPages = 1_000;
const maxItems = 100_000;

/** Where each list is, and what its items are known by. */
const lists = {
  tools: { method: 'tools/list', listKey: 'tools', nameKey: 'name' },
  resources: { method: 'resources/list', listKey: 'resources', nameKey: 'uri' },
  templates: { method: 'resources/templates/list', listKey: 'resourceTemplates', nameKey: 'uriTemplate' },
  prompts: { method: 'prompts/list', listKey: 'prompts', nameKey: 'name' },
} as const;

interface Reading {
  readonly serverId: string;
  readonly link: Link;
  readonly timeoutMs: number;
}

/** Everything that a server offers, through all pages. What it does not offer is an empty list. */
export async function readOffer(reading: Reading): Promise<Offer> {
  const { link } = reading;
  const { era, protocolVersion, capabilities } = link;
  const has = (capability: string): boolean => capabilities[capability] !== undefined;
  const [tools, resources, templates, prompts] = await Promise.all([
    has('tools') ? readAll(reading, lists.tools) : [],
    has('resources') ? readAll(reading, lists.resources) : [],
    has('resources') ? readAll(reading, lists.templates) : [],
    has('prompts') ? readAll(reading, lists.prompts) : [],
  ]);
  return {
    // Each list was checked for the one field that its type demands.
    tools: tools as readonly ToolDefinition[],
    resources: resources as readonly ResourceDefinition[],
    templates: templates as readonly ResourceTemplateDefinition[],
    prompts: prompts as readonly PromptDefinition[],
    era,
    protocolVersion,
    capabilities,
    serverInfo: link.serverInfo ?? null,
    instructions: link.instructions ?? null,
  };
}

async function readAll(
  { serverId, link, timeoutMs }: Reading,
  { method, listKey, nameKey }: (typeof lists)[keyof typeof lists],
): Promise<readonly JsonObject[]> {
  const found = new Map<string, JsonObject>();
  let cursor: Json | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await link.request({ method, params: cursor === undefined ? {} : { cursor }, timeoutMs });
    if (answer.error?.code === rpcCodes.methodNotFound) return [];
    if (answer.error) throw broken(serverId, `it answered ${method} with "${answer.error.message}".`);
    const items = answer.result[listKey];
    if (!Array.isArray(items)) throw broken(serverId, `its answer to ${method} has no list "${listKey}".`);
    collect(items, nameKey, found);
    cursor = answer.result['nextCursor'] ?? undefined;
    if (cursor === undefined) return inOrder(found);
    if (found.size > maxItems) break;
  }
  throw broken(serverId, `its answer to ${method} does not end.`);
}

/** An item that cannot be named cannot be used; it must not take the others with it. The first of a name wins. */
function collect(items: readonly unknown[], nameKey: string, found: Map<string, JsonObject>): void {
  for (const item of items) {
    if (!isJsonObject(item)) continue;
    const name = item[nameKey];
    if (typeof name === 'string' && name !== '' && !found.has(name)) found.set(name, item);
  }
}

/** Byte-stable, whatever order the server chose today: prompts that are made of it stay cached. */
function inOrder(found: ReadonlyMap<string, JsonObject>): readonly JsonObject[] {
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function broken(serverId: string, reason: string) {
  return fail('MCP_PROTOCOL_ERROR', { serverId, reason });
}
