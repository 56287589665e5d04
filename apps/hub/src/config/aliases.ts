import { formatPath } from '@patchbay/contracts';
import type { Path, Setting } from './setting.ts';

/** Maps whose keys are the user's own words and stay as they are. `[]` is any position of a list, `*` any name. */
const free = new Set([
  'mcp.servers[].env',
  'mcp.servers[].headers',
  'mcp.servers[].transport.env',
  'mcp.servers[].transport.headers',
  'auth.issuers[].roles.values',
  'policies[].arguments',
  'profiles',
  'profiles.*.overrides',
  'profiles.*.policies[].arguments',
]);

interface Alias {
  readonly to: Path;
  /** A bare number there is seconds, not milliseconds. */
  readonly inSeconds?: true;
}

const server = ['mcp', 'servers', '[]'];

/** Other names for our keys: those of the documents that Patchbay grew from. */
const aliases = new Map<string, Alias>([
  ['mcp.initializationTimeout', { to: ['mcp', 'timeouts', 'connectMs'] }],
  ['mcp.operationTimeout', { to: ['mcp', 'timeouts', 'callMs'] }],
  ['mcp.idleTimeout', { to: ['mcp', 'timeouts', 'idleMs'] }],
  ['mcp.scheduler.syncInterval', { to: ['mcp', 'sync', 'intervalMs'] }],
  ['mcp.cache.ttl', { to: ['mcp', 'cache', 'ttlMs'] }],
  ['mcp.servers[].transportType', { to: [...server, 'transport'] }],
  ['mcp.servers[].baseUrl', { to: [...server, 'url'] }],
  ['mcp.servers[].apiKey', { to: [...server, 'bearerToken'] }],
  ['mcp.servers[].type', { to: [...server, 'transport'] }],
  ['mcp.servers[].timeout', { to: [...server, 'timeouts', 'callMs'], inSeconds: true }],
]);

/** The same setting in our spelling: `auto-connect` and `auto_connect` become `autoConnect`. */
export function canonical(setting: Setting): Setting {
  const path = outOfTransportBlock(
    setting.path.flatMap((part, index) => canonicalPart(part, setting.path.slice(0, index))),
  );
  const alias = aliases.get(anonymous(path));
  if (!alias) return { ...setting, path };
  const { value } = setting;
  const isBareSeconds =
    alias.inSeconds && (typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(String(value)));
  return {
    ...setting,
    path: withPositions(alias.to, path),
    value: isBareSeconds ? `${String(value)}s` : value,
  };
}

function canonicalPart(part: string | number, parent: Path): Path {
  if (typeof part === 'number' || isFree(parent)) return [part];
  // `mcp.idle-timeout` may stand as one key, as in a properties file.
  return part.split('.').map(toCamelCase);
}

/** The names of profiles are the user's own words too, and stand before keys that are ours. */
function isFree(path: Path): boolean {
  const [first, , ...others] = path;
  return free.has(anonymous(first === 'profiles' && path.length > 1 ? [first, '*', ...others] : path));
}

function toCamelCase(word: string): string {
  return word.replaceAll(/(?<=[a-z0-9])[-_]([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

/** A transport written as a block of its own has the fields that stand beside it in our form. */
function outOfTransportBlock(path: Path): Path {
  return anonymous(path).startsWith('mcp.servers[].transport.')
    ? path.filter((_, index) => index !== 3)
    : path;
}

function anonymous(path: Path): string {
  return formatPath(path).replaceAll(/\[\d+\]/g, '[]');
}

function withPositions(target: Path, path: Path): Path {
  const positions = path.filter((part) => typeof part === 'number');
  return target.map((part) => (part === '[]' ? (positions.shift() ?? part) : part));
}
