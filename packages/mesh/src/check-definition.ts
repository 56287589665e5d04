import { fail, maxMeshAgentIdLength, meshAgentIdPattern } from '@patchbay/contracts';
import type { Need, Needs } from './need.ts';
import type { ToolDefinition } from './tool-definition.ts';

// What the registry, MCP clients or our own slots could not tell apart is refused while the agent is being written.

/** The id is the name and nine characters more. */
const maxNameLength = maxMeshAgentIdLength - 9;

export function checkAgentName(name: string): void {
  if (!meshAgentIdPattern.test(name) || name.length > maxNameLength)
    throw invalid(
      name,
      'a name has lower-case letters, digits and dashes, and a letter or digit at both ends.',
    );
}

export function checkNeed(agent: string, [name, need]: readonly [string, Need], earlier: Needs): void {
  if (Object.hasOwn(earlier, name)) throw invalid(agent, `it needs "${name}" twice; give one another name.`);
  if (name === 'llm') throw invalid(agent, 'a need cannot be called "llm": that is the model of a tool.');
  if (need.optional === true && need.required === true)
    throw invalid(agent, `the need "${name}" is either optional or required.`);
}

export function checkTool(agent: string, { name }: ToolDefinition, earlier: readonly ToolDefinition[]): void {
  if (!/^[\w.:/-]{1,128}$/.test(name))
    throw invalid(
      agent,
      `"${name}" is no name for a tool: use letters, digits, _ - . and at most 128 of them.`,
    );
  if (earlier.some((tool) => tool.name === name)) throw invalid(agent, `it has two tools "${name}".`);
}

function invalid(agent: string, reason: string) {
  return fail('MESH_AGENT_INVALID', { agent, reason });
}
