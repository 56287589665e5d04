import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { parseJsonc } from './jsonc.ts';
import { nameOfCommand, nameOfUrl } from './name-of.ts';
import { nothing, readConfig, type Pasted } from './read-config.ts';
import { referencesIn } from './references.ts';
import { splitCommand } from './split-command.ts';

/** Reads what people paste: an address, a command line, or the configuration of an MCP client. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === '') return { servers: [], notes: [] };
  if (/^(?:[{"]|\/[/*])/.test(trimmed)) return readJson(trimmed);
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
  const config = parse(whole) ?? parse(`{${whole}}`);
  if (!config) return nothing('That is no JSON.');
  const pasted = readConfig(config);
  const missing = pasted.servers.flatMap((server) =>
    referencesIn(server).map(
      ({ written }) => `${server.name}: the hub has no value for “${written}”. Write it out.`,
    ),
  );
  return { ...pasted, notes: [...pasted.notes, ...missing] };
}

function parse(text: string): JsonObject | undefined {
  const value = parseJsonc(text)?.value;
  return isJsonObject(value) ? value : undefined;
}
