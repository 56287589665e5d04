import { fail, type ServerDefinition } from '@patchbay/contracts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { ServerId, ServerName } from '../ids.ts';
import type { Server, ServerStore } from './server.ts';

export interface RegisterServerDeps {
  readonly servers: Pick<ServerStore, 'add'>;
  readonly chance: Chance;
  readonly clock: Clock;
  /** Whether the allow-list has this name. */
  readonly isAllowed: (name: string) => boolean;
  /** Whether something that is in no store has this name. */
  readonly isTaken?: ((name: string) => boolean) | undefined;
}

export function createRegisterServer({ servers, chance, clock, isAllowed, isTaken }: RegisterServerDeps) {
  return async function registerServer(
    definition: ServerDefinition,
    source: Server['source'],
  ): Promise<Server> {
    const serverId = definition.name;
    if (!isAllowed(serverId)) throw fail('SERVER_NOT_ALLOWED', { serverId });
    if (isTaken?.(serverId)) throw fail('SERVER_EXISTS', { serverId });
    const now = clock.now();
    const server: Server = {
      ...definition,
      id: chance.uuid() as ServerId,
      name: definition.name as ServerName, // the schema that made the definition checked its form
      enabled: true,
      source,
      credentialsLost: false,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await servers.add(server))) throw fail('SERVER_EXISTS', { serverId });
    return server;
  };
}
