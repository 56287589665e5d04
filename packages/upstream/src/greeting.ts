import {
  isJsonObject,
  isLegacyVersion,
  latestLegacyVersion,
  metaKeys,
  modernVersion,
  type Era,
  type Implementation,
  type Json,
  type JsonObject,
  type ProtocolVersion,
} from '@patchbay/contracts';
import type { ListChange } from '@patchbay/core';
import type { ClientIdentity } from './opening.ts';

/** What both sides know of each other once they have met. */
export interface Greeting {
  readonly era: Era;
  readonly protocolVersion: ProtocolVersion;
  readonly serverInfo: Implementation | undefined;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
}

/** What every modern request says about itself. */
export function toEnvelope(client: ClientIdentity): JsonObject {
  return {
    [metaKeys.protocolVersion]: modernVersion,
    [metaKeys.clientInfo]: client,
    [metaKeys.clientCapabilities]: {},
  };
}

/** Of all clients together: which of it one of them can do is found out when a server asks. */
const relayed: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

export function toInitializeParams(client: ClientIdentity): JsonObject {
  return { protocolVersion: latestLegacyVersion, capabilities: relayed, clientInfo: client };
}

/** Undefined if the server chose a version that nobody here knows. */
export function readInitialized(result: JsonObject): Greeting | undefined {
  const { protocolVersion, serverInfo } = result;
  if (!isLegacyVersion(protocolVersion)) return undefined;
  return { era: 'legacy', protocolVersion, serverInfo: readImplementation(serverInfo), ...readOffer(result) };
}

export function readDiscovered(result: JsonObject): Greeting {
  const meta = isJsonObject(result['_meta']) ? result['_meta'] : {};
  const serverInfo = readImplementation(meta[metaKeys.serverInfo]);
  return { era: 'modern', protocolVersion: modernVersion, serverInfo, ...readOffer(result) };
}

/** The lists about whose changes the server promises to tell. */
export function announcedChanges({ capabilities }: Greeting): ListChange[] {
  const kinds: ListChange[] = ['tools', 'resources', 'prompts'];
  return kinds.filter((kind) => {
    const offer = capabilities[kind];
    return isJsonObject(offer) && offer['listChanged'] === true;
  });
}

export function toListenParams(changes: readonly ListChange[]): JsonObject {
  return { notifications: Object.fromEntries(changes.map((kind) => [`${kind}ListChanged`, true])) };
}

function readOffer({
  capabilities,
  instructions,
}: JsonObject): Pick<Greeting, 'capabilities' | 'instructions'> {
  return {
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

function readImplementation(value: Json | undefined): Implementation | undefined {
  if (!isJsonObject(value) || typeof value['name'] !== 'string') return undefined;
  const version = typeof value['version'] === 'string' ? value['version'] : '';
  return { ...value, name: value['name'], version };
}
