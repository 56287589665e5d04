import { agentsCommands } from './agents-commands.ts';
import type { Row } from './command-row.ts';
import { hubCommands } from './hub-commands.ts';
import { serversCommands } from './servers-commands.ts';

/** Every command, in the order in which help and the reference show them. */
export const commands: readonly Row[] = [...hubCommands, ...serversCommands, ...agentsCommands];

/** What the words before a subcommand are about. */
export const groups: Readonly<Record<string, string>> = {
  servers: 'The MCP servers behind the hub.',
  tools: 'What they can do.',
  calls: 'How many there are, and those of which nobody knows what came.',
  approvals: 'Calls that wait for somebody to decide.',
  policies: 'Which calls are allowed, forbidden, or asked about.',
  profiles: 'Views of the tools, each with an MCP endpoint of its own.',
  models: 'Who answers when an agent is asked.',
  agents: 'Models with instructions, tools and limits.',
  runs: 'What agents were asked to do, and what came of it.',
  results: 'Answers that were too long to be shown whole.',
  alerts: 'What agents are to look at.',
  mesh: 'Agents that find and call each other.',
  audit: 'What was called, by whom, and what came of it.',
  keys: 'Who may use the hub.',
  config: 'What the hub is set to.',
  secrets: 'How stored credentials are sealed.',
};
