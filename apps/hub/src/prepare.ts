import { toServerDefinition } from '@patchbay/contracts';
import { ensureAdminKey, seedServers } from '@patchbay/core';
import { configWarnings } from './config-warnings.ts';
import { findKeyFile, saveKey } from './key-files.ts';
import type { Parts, World } from './wire.ts';

export interface Prepared {
  /** The first admin key, if it was made just now. */
  readonly adminKey: string | undefined;
  /** The file in the data directory whose key this hub takes, if there is one. */
  readonly keyFile: string | undefined;
}

/** What must be true before anybody is served: somebody can get in, the rules are known, the file's servers and the program's tools are there. */
export async function prepare(
  { loaded, digest, chance, clock, tools }: World,
  parts: Parts,
): Promise<Prepared> {
  const { config } = loaded;
  const { keys, servers, warnings, authenticate } = parts;
  const { registerServer, addTool } = parts.mcp;
  await Promise.all([
    parts.policies.book.start(),
    parts.profiles.book.start(),
    parts.definitions.models.book.start(),
    parts.definitions.agents.book.start(),
    parts.mcp.review.pins.start(),
  ]);
  const save = (text: string): void =>
    config.database === 'memory' ? undefined : saveKey(config.dataDir, text);
  const preset = config.auth.adminKey?.reveal();
  const adminKey = await ensureAdminKey({ keys, digest, chance, clock, save }, preset);
  const definitions = config.mcp.servers.map(toServerDefinition).filter((one) => one !== undefined);
  const allowed = definitions.filter(({ name }) => parts.mcp.isAllowed(name));
  await seedServers({ servers, registerServer }, allowed);
  for (const { name } of definitions.filter((one) => !allowed.includes(one)))
    warnings.raise(notAllowed(name));
  for (const warning of configWarnings(loaded)) warnings.raise(warning);
  for (const tool of tools) await addTool(tool);
  const keyFile = await findKeyFile(config.dataDir, async (key) => (await authenticate(key)) !== undefined);
  return { adminKey, keyFile };
}

function notAllowed(name: string) {
  const message = `Server "${name}" of the file was left out: it is not in mcp.security.allowedServerNames.`;
  return { id: `not-allowed:${name}`, category: 'config', serverId: name, message };
}
