import { fail } from './errors/patchbay-error.ts';
import { parseExplained, toProblems } from './explain.ts';
import type { GivenServer } from './server-body.ts';
import { serverEntrySchema, toServerDefinition } from './server-entry.ts';
import type { Credentials, ServerDefinition, Transport } from './servers.ts';

/** A whole definition from what was given, over what was there before. Throws with every problem at once. */
export function defineServer(given: GivenServer['entry'], before?: ServerDefinition): ServerDefinition {
  const parsed = parseExplained(serverEntrySchema, before ? { ...flatten(before, given), ...given } : given);
  if (!parsed.success) throw fail('INPUT_INVALID', { problems: toProblems(parsed.issues) });
  const definition = toServerDefinition(parsed.data);
  if (!definition)
    throw fail('INPUT_INVALID', { problems: [{ path: 'name', message: 'Give the server a name.' }] });
  return before ? { ...definition, credentials: keep(before, definition, given) } : definition;
}

/** What stays of the server before, without its credentials. From a command to a url, or back, no transport stays. */
function flatten(before: ServerDefinition, given: GivenServer['entry']): GivenServer['entry'] {
  const { name, title, description, version, autoConnect, settings, transport } = before;
  const isStdio =
    given.transport === undefined ? given.command !== undefined : /^stdio$/i.test(given.transport);
  const isRemote = given.transport === undefined ? given.url !== undefined : !isStdio;
  const stays = transport.kind === 'stdio' ? !isRemote : !isStdio;
  return { name, title, description, version, autoConnect, ...settings, ...(stays && reachOf(transport)) };
}

function reachOf(transport: Transport): GivenServer['entry'] {
  const { kind, ...reach } = transport;
  return { transport: kind, ...reach };
}

/**
 * Credentials are write-only, so leaving them out keeps them. But not for another address: who may change the
 * address must not be able to send the old token to himself.
 */
function keep(before: ServerDefinition, after: ServerDefinition, given: GivenServer['entry']): Credentials {
  const isSamePlace = placeOf(before.transport) === placeOf(after.transport);
  const old = before.credentials;
  return {
    bearerToken:
      given.bearerToken === undefined && isSamePlace ? old.bearerToken : after.credentials.bearerToken,
    headers: given.headers === undefined && isSamePlace ? old.headers : after.credentials.headers,
    env: given.env === undefined && isSamePlace ? old.env : after.credentials.env,
  };
}

function placeOf(transport: Transport): string {
  return transport.kind === 'stdio' ? transport.command : new URL(transport.url).origin;
}
