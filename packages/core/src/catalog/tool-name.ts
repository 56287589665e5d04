import type { ServerName } from '../ids.ts';

declare const kind: unique symbol;
/** `server.tool`: what the hub calls a tool in records, policies and messages. */
export type QualifiedName = string & { readonly [kind]: 'QualifiedName' };
/** `server__tool`, or an alias where that would not do: what models and MCP clients are offered. */
export type OfferedName = string & { readonly [kind]: 'OfferedName' };

export function qualifiedName(server: ServerName, tool: string): QualifiedName {
  return `${server}.${tool}` as QualifiedName;
}

/** What every model's API takes as the name of a function. */
const safe = /^[A-Za-z0-9_-]{1,64}$/;

/** `server__tool`. Where a model's API would refuse that, a name that it takes and that nothing else has. */
export function offeredName(server: ServerName, tool: string): OfferedName {
  return toSafeName(`${server}__${tool}`);
}

/** The name itself, where a profile shows tools without their servers. */
export function bareName(tool: string): OfferedName {
  return toSafeName(tool);
}

function toSafeName(plain: string): OfferedName {
  if (safe.test(plain)) return plain as OfferedName;
  const readable = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64 - 9);
  return `${readable}_${shortHash(plain)}` as OfferedName;
}

/** FNV-1a. It only keeps apart the few names of one hub that look alike when shortened; no secret rests on it. */
function shortHash(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * The two halves of a name with a separator, a dot or `__`. Undefined for a bare name. Servers' names have
 * neither, so the first one always ends the server.
 */
export function splitName(name: string): { readonly server: string; readonly tool: string } | undefined {
  const [separator] = /\.|__/.exec(name) ?? [];
  if (separator === undefined) return undefined;
  const at = name.indexOf(separator);
  return { server: name.slice(0, at), tool: name.slice(at + separator.length) };
}
