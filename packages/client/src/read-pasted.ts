import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { splitCommand } from './split-command.ts';

/** A server as somebody else wrote it down, in the fields that the hub takes. */
export interface PastedServer {
  readonly name: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly transport?: 'stdio' | 'http' | 'sse';
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Pasted {
  readonly servers: readonly PastedServer[];
  /** What was there and could not be carried over, or could not be read. */
  readonly notes: readonly string[];
}

/** Reads what people paste: an address, a command line, or the configuration of an MCP client. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === '') return { servers: [], notes: [] };
  if (/^[{"]/.test(trimmed)) return readJson(trimmed);
  if (/^https?:\/\/\S+$/i.test(trimmed)) return readAddress(trimmed);
  return readCommand(trimmed);
}

function readAddress(url: string): Pasted {
  if (!URL.canParse(url)) return nothing('That is no full address.');
  const transport = /\/sse\/?$/.test(new URL(url).pathname) ? 'sse' : 'http';
  return { servers: [{ name: nameOfUrl(url), transport, url }], notes: [] };
}

const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/;
/** A shell would do something with these; here they would only be words. */
const shellWords = /^(?:\|\|?|&&?|;|<|>>?|2>.*)$/;

function readCommand(line: string): Pasted {
  const words = splitCommand(line.replace(/^\$ /, ''));
  if (!words) return nothing('A quote is not closed.');
  const start = words.findIndex((word) => !assignment.test(word));
  const [command, ...args] = start === -1 ? [] : words.slice(start);
  if (command === undefined) return nothing('There is no command in it.');
  const odd = args.find((word) => shellWords.test(word));
  if (odd !== undefined) return nothing(`“${odd}” is for a shell. Write sh -c "…" if you need one.`);
  const env = Object.fromEntries(words.slice(0, start).map((word) => assignment.exec(word)?.slice(1) ?? []));
  const server = { name: nameOfCommand([command, ...args]), transport: 'stdio' as const, command, args };
  return { servers: [start > 0 ? { ...server, env } : server], notes: [] };
}

function readJson(text: string): Pasted {
  const whole = text.replace(/,\s*$/, '');
  const parsed = parse(whole) ?? parse(`{${whole}}`);
  if (!parsed) return nothing('That is no JSON.');
  const entries = Object.entries(serversIn(parsed)).filter(([, entry]) => isJsonObject(entry));
  const read = entries.map(([name, entry]) => readEntry(name, entry as JsonObject));
  if (read.length === 0) return nothing('There is no server in it.');
  return { servers: read.flatMap(({ servers }) => servers), notes: read.flatMap(({ notes }) => notes) };
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where clients keep them: Claude, Cursor and Gemini, VS Code, Zed; or a single entry without its name. */
function serversIn(config: JsonObject): JsonObject {
  const mcp = config['mcp'];
  const places = [
    config['mcpServers'],
    config['servers'],
    config['context_servers'],
    isJsonObject(mcp) && mcp['servers'],
  ];
  const found = places.find((place) => isJsonObject(place));
  if (isJsonObject(found)) return found;
  const isEntry = typeof config['command'] === 'string' || typeof config['url'] === 'string';
  return isEntry ? { '': config } : config;
}

const carried = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'serverUrl',
  'httpUrl',
  'headers',
  'type',
  'transport',
  'name',
  'disabled',
];

function readEntry(given: string, entry: JsonObject): Pasted {
  const server = toCommand(given, entry) ?? toAddress(given, entry);
  const label = given === '' ? 'The entry' : given;
  if (!server) return nothing(`${label} has neither a command nor an address.`);
  const left = Object.keys(entry).filter((key) => !carried.includes(key));
  return { servers: [server], notes: left.map((key) => `${label}: “${key}” was left out.`) };
}

function toCommand(given: string, entry: JsonObject): PastedServer | undefined {
  const { command, args: words, cwd } = entry;
  if (typeof command !== 'string') return undefined;
  const args = Array.isArray(words) ? words.map(asText) : [];
  const name = toName(given) || nameOfCommand([command, ...args]);
  const place = typeof cwd === 'string' ? { cwd } : {};
  return { name, transport: 'stdio', command, args, ...place, ...texts('env', entry) };
}

function toAddress(given: string, entry: JsonObject): PastedServer | undefined {
  const url = ['url', 'httpUrl', 'serverUrl'].map((key) => asText(entry[key])).find((text) => text !== '');
  if (url === undefined || !URL.canParse(url)) return undefined;
  const isSse = /sse/i.test(asText(entry['type']) + asText(entry['transport'])) || /\/sse\/?$/.test(url);
  const name = toName(given) || nameOfUrl(url);
  return { name, transport: isSse ? 'sse' : 'http', url, ...texts('headers', entry) };
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

function texts<K extends 'env' | 'headers'>(
  key: K,
  entry: JsonObject,
): { readonly [P in K]?: Record<string, string> } {
  const value = entry[key];
  if (!isJsonObject(value) || Object.keys(value).length === 0) return {};
  const all = Object.entries(value).map(([name, text]) => [name, asText(text)]);
  return { [key]: Object.fromEntries(all) } as { [P in K]: Record<string, string> };
}

/** As the rules for names want it; empty when nothing is left. */
function toName(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/_{2,}/g, '_')
    .slice(0, 64)
    .replaceAll(/^[-_]+|[-_]+$/g, '');
}

const runners = /^(?:npx|uvx|uv|bunx|pnpm|yarn|node|python3?|deno|docker|podman|dlx|run|exec|tool|sh|bash)$/;

/** `npx -y @modelcontextprotocol/server-filesystem /data` is called filesystem. */
function nameOfCommand(argv: readonly string[]): string {
  const words = argv.filter((word) => !word.startsWith('-')).map((word) => word.split(/[\\/]/).at(-1) ?? '');
  const [said = argv[0] ?? ''] = words.filter((word) => word !== '' && !runners.test(word));
  return tidy(said.replace(/@[^@]*$/, '').replace(/\.\w+$/, '')) || 'server';
}

function nameOfUrl(url: string): string {
  const labels = new URL(url).hostname.split('.');
  const [said = 'server'] = labels.filter((label) => !/^(?:mcp|api|www|\d+|localhost)$/.test(label));
  return tidy(said) || 'server';
}

function tidy(text: string): string {
  return (
    toName(
      text
        .replace(/^(?:mcp[-_])?(?:server[-_])?/i, '')
        .replace(/(?:[-_]mcp)?(?:[-_]server)?(?:[-_]mcp)?$/i, ''),
    ) || toName(text)
  );
}

function nothing(note: string): Pasted {
  return { servers: [], notes: [note] };
}
