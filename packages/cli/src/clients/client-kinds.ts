import { join } from 'node:path';
import type { Terminal } from '../command.ts';

type Where = Pick<Terminal, 'environment' | 'platform'>;
export type Scope = 'project' | 'user';

/** An MCP client and how it wants to be told of a server. */
export interface ClientKind {
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The name under which its file has servers. */
  readonly section: 'mcpServers' | 'servers' | 'mcp_servers';
  /** Where its file is; the first scope is the one that is meant unless another is asked for. */
  readonly files: Partial<Record<Scope, (where: Where) => string>>;
  /** How its file stands for the value of a variable; undefined where it cannot. */
  readonly reference?: (variable: string) => string;
  /** The field that has the address. */
  readonly urlField: 'url' | 'httpUrl';
  /** Whether an entry says of which type it is. */
  readonly hasType?: true;
  /** It starts programs, and dials nothing. */
  readonly onlySpawns?: true;
  /** It asks for the value once and keeps it, instead of reading a variable. */
  readonly asks?: true;
  readonly next: string;
}

/** Checked against the documentation of each client in November 2026. */
export const clientKinds = {
  claude: {
    title: 'Claude Code',
    format: 'json',
    section: 'mcpServers',
    files: { project: () => '.mcp.json', user: (where) => join(homeOf(where), '.claude.json') },
    reference: (variable) => `\${${variable}}`,
    urlField: 'url',
    hasType: true,
    next: 'Start `claude` again; /mcp shows it.',
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    section: 'mcpServers',
    files: { user: (where) => join(applicationsOf(where), 'Claude', 'claude_desktop_config.json') },
    urlField: 'url',
    onlySpawns: true,
    next: 'Quit Claude Desktop and open it again.',
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    section: 'mcpServers',
    files: {
      user: (where) => join(homeOf(where), '.cursor', 'mcp.json'),
      project: () => join('.cursor', 'mcp.json'),
    },
    reference: (variable) => `\${env:${variable}}`,
    urlField: 'url',
    next: 'Settings › MCP shows it.',
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    section: 'servers',
    files: {
      project: () => join('.vscode', 'mcp.json'),
      user: (where) => join(applicationsOf(where), 'Code', 'User', 'mcp.json'),
    },
    reference: () => `\${input:${inputId}}`,
    urlField: 'url',
    hasType: true,
    asks: true,
    next: 'Start it there: MCP: List Servers.',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    section: 'mcp_servers',
    files: {
      user: (where) => join(where.environment['CODEX_HOME'] || join(homeOf(where), '.codex'), 'config.toml'),
      project: () => join('.codex', 'config.toml'),
    },
    reference: (variable) => variable,
    urlField: 'url',
    next: 'Start `codex` again; /mcp shows it.',
  },
  gemini: {
    title: 'Gemini CLI',
    format: 'json',
    section: 'mcpServers',
    files: {
      user: (where) => join(homeOf(where), '.gemini', 'settings.json'),
      project: () => join('.gemini', 'settings.json'),
    },
    reference: (variable) => `$${variable}`,
    urlField: 'httpUrl',
    next: 'Start `gemini` again; /mcp shows it.',
  },
  inspector: {
    title: 'MCP Inspector',
    format: 'json',
    section: 'mcpServers',
    files: { user: (where) => join(homeOf(where), '.mcp-inspector', 'mcp.json'), project: () => 'mcp.json' },
    urlField: 'url',
    hasType: true,
    next: '`npx @modelcontextprotocol/inspector` lists it; one in this folder it takes with --config mcp.json.',
  },
} as const satisfies Record<string, ClientKind>;

export type ClientName = keyof typeof clientKinds;
export const clientNames = Object.keys(clientKinds) as ClientName[];

/** What VS Code calls the key that it asks for. */
export const inputId = 'patchbay-key';

export function homeOf({ environment }: Where): string {
  return environment['HOME'] || environment['USERPROFILE'] || '.';
}

/** Where programs with windows keep their settings. */
function applicationsOf(where: Where): string {
  const { environment, platform } = where;
  if (platform === 'darwin') return join(homeOf(where), 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] || join(homeOf(where), 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] || join(homeOf(where), '.config');
}

export function fileOf({ files }: ClientKind, scope: Scope | undefined, where: Where): string | undefined {
  const [own] = Object.keys(files) as Scope[];
  return files[scope ?? own ?? 'user']?.(where);
}
