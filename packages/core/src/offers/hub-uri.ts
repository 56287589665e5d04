import type { ServerName } from '../ids.ts';

const prefix = 'patchbay://servers/';

/**
 * An address of the hub's own for a resource, or a template, of one server. What the server calls it stands in it
 * as it is, so that templates can be filled in and nothing is lost by quoting twice.
 */
export function hubUri(server: ServerName, uri: string): string {
  return `${prefix}${server}/${uri}`;
}

/** Undefined for what is not of that kind. */
export function splitHubUri(uri: string): { readonly server: ServerName; readonly uri: string } | undefined {
  if (!uri.startsWith(prefix)) return undefined;
  const at = uri.indexOf('/', prefix.length);
  if (at === -1) return undefined;
  return { server: uri.slice(prefix.length, at) as ServerName, uri: uri.slice(at + 1) }; // a name that is none is not found
}
