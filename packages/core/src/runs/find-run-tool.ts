import { fail } from '@patchbay/contracts';
import { splitName } from '../catalog/tool-name.ts';
import type { RunTool } from './run.ts';

/** The tool of a run that a name means, however the model spelled it. Throws, in words for the model, when it has none such. */
export function findRunTool(tools: readonly RunTool[], name: string): RunTool {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const split = splitName(name);
  const ofServer = tools.filter(({ server }) => server === split?.server);
  const qualified = ofServer.find(({ tool }) => tool === split?.tool);
  if (qualified) return qualified;
  if (split && ofServer.length > 0)
    throw fail('TOOL_NOT_FOUND', {
      serverId: split.server,
      tool: split.tool,
      available: ofServer.map(({ tool }) => tool),
    });
  return byBareName(tools, name);
}

function byBareName(tools: readonly RunTool[], name: string): RunTool {
  const [only, ...others] = tools.filter(({ tool }) => tool === name);
  if (only && others.length === 0) return only;
  if (only)
    throw fail('TOOL_NAME_AMBIGUOUS', { name, servers: [only, ...others].map(({ server }) => server) });
  const server = splitName(name)?.server;
  if (server === undefined) throw fail('TOOL_NAME_INVALID', { name });
  throw fail('TOOL_SERVER_UNKNOWN', { serverId: server, available: serversOf(tools) });
}

function serversOf(tools: readonly RunTool[]): string[] {
  return [...new Set(tools.map(({ server }) => server))];
}

/** What a tool is called in text: `server.tool`, or by its own name where that is what it is offered as. */
export function spokenName({ server, tool, name }: RunTool): string {
  return name === tool ? name : `${server}.${tool}`;
}
