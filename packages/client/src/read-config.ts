import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { nameOfCommand, nameOfUrl, toName } from './name-of.ts';

/** A server as somebody else wrote it down, in the fields that the hub takes. */
export interface PastedServer {
  readonly name: string;
  readonly description?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly transport?: 'stdio' | 'http' | 'sse';
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bearerToken?: string;
  readonly timeouts?: { readonly connectMs?: number; readonly callMs?: number };
}

export interface Pasted {
  readonly servers: readonly PastedServer[];
  /** What was there and could not be carried over, or could not be read. */
  readonly notes: readonly string[];
  /** The names of those that are switched off there. */
  readonly disabled?: readonly string[];
}

/** The servers in the configuration of an MCP client. */
export function readConfig(config: JsonObject): Pasted {
  const entries = Object.entries(serversIn(config)).filter(([, entry]) => isJsonObject(entry));
  const read = entries.map(([name, entry]) => readEntry(name, entry as JsonObject));
  const disabled = read.flatMap((each) => each.disabled ?? []);
  const notes = [...read.flatMap((each) => each.notes), ...notesOnProjects(config)];
  if (read.length === 0)
    return notes.length > 0 ? { servers: [], notes } : nothing('There is no server in it.');
  return {
    servers: read.flatMap(({ servers }) => servers),
    notes,
    ...(disabled.length > 0 && { disabled }),
  };
}

/** Where clients keep them: Claude, Cursor and Gemini, VS Code, Zed, Codex; or a single entry without its name. */
function serversIn(config: JsonObject): JsonObject {
  const mcp = config['mcp'];
  const places = [
    config['mcpServers'],
    config['servers'],
    config['context_servers'],
    config['mcp_servers'],
    isJsonObject(mcp) && mcp['servers'],
  ];
  const found = places.find((place) => isJsonObject(place));
  if (isJsonObject(found)) return found;
  const isEntry = typeof config['command'] === 'string' || typeof config['url'] === 'string';
  return isEntry ? { '': config } : config;
}

/** Claude Code keeps servers of one folder beside those of its user. */
function notesOnProjects({ projects }: JsonObject): string[] {
  if (!isJsonObject(projects)) return [];
  return Object.entries(projects).flatMap(([folder, project]) => {
    const servers = isJsonObject(project) && isJsonObject(project['mcpServers']) ? project['mcpServers'] : {};
    const names = Object.keys(servers);
    return names.length === 0 ? [] : [`${names.join(', ')}: only for the folder ${folder}, and left out.`];
  });
}

/** Fields that are carried over, or that mean nothing here. */
const carried =
  'command args env cwd env_vars url serverUrl httpUrl type transport headers http_headers env_http_headers bearer_token_env_var name description disabled enabled timeout startup_timeout_sec startup_timeout_ms tool_timeout_sec'.split(
    ' ',
  );

/** What to do instead, where there is something. */
const instead: Readonly<Record<string, string>> = {
  envFile: ' Give the variables of that file with --env.',
  trust: ' A policy says which calls need nobody.',
  alwaysAllow: ' A policy says which calls need nobody.',
  autoApprove: ' A policy says which calls need nobody.',
  includeTools: ' A profile chooses tools.',
  excludeTools: ' A profile chooses tools.',
  enabled_tools: ' A profile chooses tools.',
  disabled_tools: ' A profile chooses tools.',
};

function readEntry(given: string, entry: JsonObject): Pasted {
  const server = toCommand(given, entry) ?? toAddress(given, entry);
  const label = given === '' ? 'The entry' : given;
  if (!server) return nothing(`${label} has neither a command nor an address.`);
  const left = Object.keys(entry).filter((key) => !carried.includes(key));
  const notes = left.map((key) => `${label}: “${key}” was left out.${instead[key] ?? ''}`);
  const isOff = entry['disabled'] === true || entry['enabled'] === false;
  return { servers: [server], notes, disabled: isOff ? [server.name] : [] };
}

function toCommand(given: string, entry: JsonObject): PastedServer | undefined {
  const { command, args: words, cwd } = entry;
  if (typeof command !== 'string') return undefined;
  const args = Array.isArray(words) ? words.map(asText) : [];
  const name = toName(given) || nameOfCommand([command, ...args]);
  const place = typeof cwd === 'string' ? { cwd } : {};
  const env = { ...variables(entry['env_vars']), ...texts(entry['env']) };
  return { name, transport: 'stdio', command, args, ...place, ...unlessEmpty('env', env), ...about(entry) };
}

function toAddress(given: string, entry: JsonObject): PastedServer | undefined {
  const url = ['url', 'httpUrl', 'serverUrl'].map((key) => asText(entry[key])).find((text) => text !== '');
  if (url === undefined || !(URL.canParse(url) || url.includes('${'))) return undefined;
  const isSse = /sse/i.test(asText(entry['type']) + asText(entry['transport'])) || /\/sse\/?$/.test(url);
  const name = toName(given) || nameOfUrl(url);
  const fromVariables = Object.entries(texts(entry['env_http_headers'])).map(([key, of]) => [
    key,
    asVariable(of),
  ]);
  const headers = {
    ...texts(entry['headers']),
    ...texts(entry['http_headers']),
    ...(Object.fromEntries(fromVariables) as Record<string, string>),
  };
  const token = entry['bearer_token_env_var'];
  return {
    name,
    transport: isSse ? 'sse' : 'http',
    url,
    ...unlessEmpty('headers', headers),
    ...(typeof token === 'string' && { bearerToken: asVariable(token) }),
    ...about(entry),
  };
}

/** What is the same for all: what it is for, and how long it may take. */
function about(entry: JsonObject): Pick<PastedServer, 'description' | 'timeouts'> {
  const { description } = entry;
  const ms = (key: string, unit: number): number | undefined => {
    const value = entry[key];
    return typeof value === 'number' && value > 0 ? value * unit : undefined;
  };
  const connectMs = ms('startup_timeout_sec', 1_000) ?? ms('startup_timeout_ms', 1);
  const callMs = ms('tool_timeout_sec', 1_000) ?? ms('timeout', 1);
  const timeouts = { ...(connectMs !== undefined && { connectMs }), ...(callMs !== undefined && { callMs }) };
  return {
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(Object.keys(timeouts).length > 0 && { timeouts }),
  };
}

/** As other clients write it that this is the value of a variable. */
function asVariable(name: string): string {
  return `\${env:${name}}`;
}

function variables(names: unknown): Record<string, string> {
  if (!Array.isArray(names)) return {};
  return Object.fromEntries(names.map((name) => [asText(name), asVariable(asText(name))]));
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

function texts(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, asText(text)]));
}

function unlessEmpty<K extends 'env' | 'headers'>(
  key: K,
  value: Record<string, string>,
): { readonly [P in K]?: Record<string, string> } {
  return (Object.keys(value).length === 0 ? {} : { [key]: value }) as { [P in K]?: Record<string, string> };
}

export function nothing(note: string): Pasted {
  return { servers: [], notes: [note] };
}
