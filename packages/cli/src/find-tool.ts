import type { Client } from '@patchbay/client';
import { fail, isJsonObject, type JsonObject } from '@patchbay/contracts';

/** A tool as the command line works with it. */
export interface FoundTool {
  readonly server: string;
  /** As its server calls it. */
  readonly name: string;
  readonly qualified: string;
  readonly inputSchema: JsonObject;
  /** All of it, as the server gave it. */
  readonly definition: JsonObject;
}

/** The tool that is meant by `server.tool`, `server__tool`, or its bare name where only one server has it. */
export async function findTool(client: Client, written: string): Promise<FoundTool> {
  const { tools } = await client.listTools({ query: { naming: 'qualified' } });
  const offered = tools.map(toFound);
  const [only, ...others] = offered.filter((tool) => namesOf(tool).includes(written));
  if (only && others.length === 0) return only;
  if (only)
    throw fail('TOOL_NAME_AMBIGUOUS', {
      name: written,
      servers: [only, ...others].map(({ server }) => server),
    });
  return (await findByAlias(client, written, offered)) ?? findHidden(client, written);
}

function namesOf({ server, name, qualified }: FoundTool): string[] {
  return [qualified, `${server}__${name}`, name];
}

/** Names that no model would take are offered under another one, which only the hub can make. */
async function findByAlias(client: Client, written: string, offered: readonly FoundTool[]) {
  const { tools } = await client.listTools({ query: { naming: 'prefixed' } });
  const alias = tools.find(({ name }) => name === written);
  const same = alias ? offered.filter(({ definition }) => nameless(definition) === nameless(alias)) : [];
  return same.length === 1 ? same[0] : undefined; // between twins nothing is guessed
}

function nameless(definition: object): string {
  return JSON.stringify({ ...definition, name: '' });
}

/** Tools of a server that is away are not on offer, but known; a call may bring it back. */
async function findHidden(client: Client, written: string): Promise<FoundTool> {
  const [, server = '', tool = ''] = /^(.+?)(?:\.|__)(.+)$/s.exec(written) ?? [];
  if (server === '') throw fail('TOOL_NAME_INVALID', { name: written });
  const { tools } = await client.serverCapabilities({ params: { name: server } });
  const found = tools.find(({ name }) => name === tool);
  if (found) return toFound({ ...found, name: `${server}.${tool}`, serverId: server });
  throw fail('TOOL_NOT_FOUND', { serverId: server, tool, available: tools.map(({ name }) => String(name)) });
}

export function toFound(listed: Readonly<Record<string, unknown>>): FoundTool {
  const { serverId, name, inputSchema } = listed;
  const [server, qualified] = [String(serverId), String(name)];
  return {
    server,
    qualified,
    name: qualified.slice(server.length + 1),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    definition: listed as JsonObject, // it came as JSON
  };
}
