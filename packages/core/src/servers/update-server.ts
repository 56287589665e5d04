import { fail, type ServerDefinition } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { ServerName } from '../ids.ts';
import type { Server, ServerStore } from './server.ts';

interface UpdateServerDeps {
  readonly servers: Pick<ServerStore, 'find' | 'update'>;
  readonly clock: Clock;
}

export interface ServerChange {
  readonly name: ServerName;
  /** Given the stored server, the fields to change. Asked again on fresh values when somebody was faster. */
  readonly change: (current: Server) => Partial<Omit<ServerDefinition, 'name'> & Pick<Server, 'enabled'>>;
  /** The revision the caller read, if it named one: then a faster change is a conflict at once. */
  readonly revision?: number | undefined;
}

const maxRetries = 3;

export function createUpdateServer({ servers, clock }: UpdateServerDeps) {
  return async function updateServer({ name, change, revision }: ServerChange): Promise<Server> {
    for (let retry = 0; ; retry += 1) {
      const current = await servers.find(name);
      if (!current) throw fail('SERVER_NOT_FOUND', { serverId: name });
      const stale = revision !== undefined && revision !== current.revision;
      if (stale || retry > maxRetries)
        throw fail('REVISION_CONFLICT', { serverId: name, current: current.revision });
      const next = { ...current, ...change(current), updatedAt: clock.now() };
      if ((await servers.update(next)) === 'updated') return { ...next, revision: current.revision + 1 };
    }
  };
}
