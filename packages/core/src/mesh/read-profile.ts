import {
  maxMeshAgentIdLength,
  meshAgentIdPattern,
  meshAgentTypes,
  meshDefaults,
  meshRuntimes,
  type ReadHeartbeat,
} from '@patchbay/contracts';
import type { MeshProfile } from './mesh-agent.ts';

const maxDescriptionLength = 256;

/** A profile, with what had to be done to it; or why it is none, in the words of the wire. */
export type ReadProfile =
  | { readonly kind: 'profile'; readonly profile: MeshProfile; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string };

/** What an agent says of itself, made complete. */
export function readProfile(beat: ReadHeartbeat): ReadProfile {
  const { agent_id: id, agent_type: type = 'mcp_agent', runtime = 'python' } = beat;
  if (!meshAgentIdPattern.test(id) || id.length > maxMeshAgentIdLength) return notValid('agent_id', id);
  if (!isOneOf(meshAgentTypes, type)) return noSuchWord('agent_type', type);
  if (!isOneOf(meshRuntimes, runtime)) return noSuchWord('runtime', runtime);
  const endpoint = endpointOf(beat);
  if (endpoint === undefined) return notValid('http_host', beat.http_host);
  const { text: description, warnings } = shorten(beat.description ?? '');
  return {
    kind: 'profile',
    warnings,
    profile: { id, type, runtime, endpoint, description, ...gapsFilled(beat) },
  };
}

function gapsFilled(beat: ReadHeartbeat) {
  const { agent_id, name, version, namespace, tools, surfaces } = beat;
  const { a2a_producer, a2a_consumer } = beat;
  return {
    isA2aProducer: a2a_producer ?? (surfaces ?? []).length > 0,
    isA2aConsumer: a2a_consumer ?? false,
    name: name ?? agent_id,
    version: version ?? meshDefaults.version,
    namespace: namespace ?? meshDefaults.namespace,
    tools: tools ?? [],
    surfaces: surfaces ?? [],
  };
}

function notValid(field: string, value: string | undefined): ReadProfile {
  return refused(`agent: value is not valid for ${field} field: ${JSON.stringify(value)}`);
}

function noSuchWord(field: string, word: string): ReadProfile {
  return refused(`agent: invalid enum value for ${field} field: ${JSON.stringify(word)}`);
}

function refused(message: string): ReadProfile {
  return { kind: 'refused', message };
}

function isOneOf<T extends string>(words: readonly T[], word: string): word is T {
  return (words as readonly string[]).includes(word);
}

/** Only what can be a host: a path or a user in it would send calls somewhere else than it seems. */
const hostPattern = /^(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])$/;

/** One without a port cannot be called; one that listens on every address is on this machine, for all we know. */
function endpointOf({
  agent_id: id,
  http_host: given = '',
  http_port: port = 0,
}: ReadHeartbeat): string | undefined {
  if (port === 0) return `stdio://${id}`;
  const bare = given.replace(/^https?:\/\//, '');
  const host = /^[0-9A-Fa-f]*:[0-9A-Fa-f:.]*$/.test(bare) ? `[${bare}]` : bare;
  if (host === '' || host === '0.0.0.0') return `http://localhost:${String(port)}`;
  return hostPattern.test(host) ? `http://${host}:${String(port)}` : undefined;
}

/** By code points, as other registries count. */
function shorten(text: string): { text: string; warnings: string[] } {
  const characters = Array.from(text);
  if (characters.length <= maxDescriptionLength) return { text, warnings: [] };
  const warning = `description is ${String(characters.length)} characters long and was cut to ${String(maxDescriptionLength)}`;
  return { text: characters.slice(0, maxDescriptionLength).join(''), warnings: [warning] };
}
