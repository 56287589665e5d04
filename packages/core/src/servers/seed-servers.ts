import type { ServerDefinition } from '@patchbay/contracts';
import type { Server, ServerStore } from './server.ts';

export interface SeedServersDeps {
  readonly servers: Pick<ServerStore, 'list'>;
  readonly registerServer: (definition: ServerDefinition, source: 'file') => Promise<Server>;
}

/** Registers what the file names and the store does not have. What was changed since stays as it is. */
export async function seedServers(
  { servers, registerServer }: SeedServersDeps,
  definitions: readonly ServerDefinition[],
): Promise<readonly Server[]> {
  const known = new Set<string>((await servers.list()).map(({ name }) => name));
  const added: Server[] = [];
  for (const definition of definitions)
    if (!known.has(definition.name)) added.push(await registerServer(definition, 'file'));
  return added;
}
