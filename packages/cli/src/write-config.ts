import type { PastedServer } from '@patchbay/client';

export const policyPresets = {
  default: 'Agents ask before they call; everybody else just calls.',
  writes: 'The same, and calls that sound like a change are asked about.',
  ask: 'Every call is asked about.',
} as const;
export type PolicyPreset = keyof typeof policyPresets;

export interface FirstConfig {
  readonly port: number;
  readonly dataDir: string;
  readonly servers: readonly PastedServer[];
  readonly policies: PolicyPreset;
}

/** Words in the name of a tool that changes something, as most servers choose them. */
const changing = ['write', 'create', 'update', 'delete', 'remove', 'move', 'send', 'execute'];

/** A configuration file with the reason for every key in it. */
export function writeConfig({ port, dataDir, servers, policies }: FirstConfig): string {
  return [
    '# Patchbay. `patchbay up` starts the hub with this file, `patchbay config check` checks it.',
    '# What is left out has its default: `patchbay config show` shows every key.',
    '',
    '# Only programs on this machine reach it: it listens on 127.0.0.1.',
    `port: ${String(port)}`,
    '',
    '# Its keys, its secrets and its database. Keep this folder, and keep it out of version control.',
    `dataDir: ${quote(dataDir)}`,
    '',
    ...serverLines(servers),
    '',
    ...policyLines(policies),
  ].join('\n');
}

function serverLines(servers: readonly PastedServer[]): string[] {
  const about = [
    '# The MCP servers behind the hub. Each is registered when the hub first sees it here; after that,',
    '# `patchbay servers update` changes it. ${NAME} is the value of a variable that the hub is started with.',
  ];
  if (servers.length > 0) return [...about, 'mcp:', '  servers:', ...servers.flatMap(entryLines)];
  const example = [
    'mcp:',
    '  servers:',
    '    - name: time',
    '      command: uvx',
    '      args: [mcp-server-time]',
  ];
  return [...about, ...example.map((line) => `# ${line}`)];
}

function entryLines({ name, ...rest }: PastedServer): string[] {
  const fields = Object.entries(rest).map(([key, value]) => `      ${key}: ${flow(value)}`);
  return [`    - name: ${name}`, ...fields];
}

function policyLines(preset: PolicyPreset): string[] {
  const about = ['# Who may call what. `patchbay policies test server.tool` explains the answer for a call.'];
  const patterns = { default: [], ask: ['*'], writes: changing.map((word) => `*${word}*`) }[preset];
  const example = `{ server: '*', tool: '*delete*', policy: ASK_USER }`;
  if (patterns.length === 0) return [...about, '# policies:', `#   - ${example}`, ''];
  const rules = patterns.map((tool) => `  - { server: '*', tool: '${tool}', policy: ASK_USER }`);
  return [...about, 'policies:', ...rules, ''];
}

/** JSON is YAML, and short values read well on one line. */
function flow(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${quote(key)}: ${flow(member)}`);
  return `{ ${members.join(', ')} }`;
}

/** Plain words need no quotes; whatever YAML might take for something else gets them. */
function quote(text: string): string {
  const isPlain =
    /^[A-Za-z./][\w./-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n|\.\w+)$/i.test(text);
  return isPlain || text === '.patchbay' ? text : JSON.stringify(text);
}
