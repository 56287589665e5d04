import { fail, type ServerDefinition } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { ServerName } from '../ids.ts';
import type { Server, ServerStore } from './server.ts';

interface UpdateServerDeps {
  /** The store itself, without a cache: an old revision would be told as a conflict that is none. */
  readonly stored: Pick<ServerStore, 'find'>;
  readonly servers: Pick<ServerStore, 'update'>;
  readonly clock: Clock;
}

type Changes = Partial<Omit<ServerDefinition, 'name'> & Pick<Server, 'enabled'>>;

export interface ServerChange {
  readonly name: ServerName;
  /** Given the stored server, the fields to change. Asked again on fresh values when somebody was faster. */
  readonly change: (current: Server) => Changes;
  /** The revision the caller read, if it named one: then a faster change is a conflict at once. */
  readonly revision?: number | undefined;
}

const maxRetries = 3;

export function createUpdateServer({ stored, servers, clock }: UpdateServerDeps) {
  return async function updateServer({ name, change, revision }: ServerChange): Promise<Server> {
    for (let retry = 0; ; retry += 1) {
      const current = await stored.find(name);
      if (!current) throw fail('SERVER_NOT_FOUND', { serverId: name });
      const stale = revision !== undefined && revision !== current.revision;
      if (stale || retry > maxRetries)
        throw fail('REVISION_CONFLICT', { serverId: name, current: current.revision });
      const next = { ...apply(current, change(current)), updatedAt: clock.now() };
      if ((await servers.update(next)) === 'updated') return { ...next, revision: current.revision + 1 };
    }
  };
}

/** Transport and credentials are lost together, so one of them alone would be joined to what nobody knows. */
function apply(current: Server, changes: Changes): Server {
  const next = { ...current, ...changes };
  if (!current.credentialsLost) return next;
  const given = [changes.transport, changes.credentials].filter((part) => part !== undefined).length;
  if (given === 1) throw fail('SECRET_UNREADABLE', { owner: `server ${current.name}`, field: 'transport' });
  return { ...next, credentialsLost: given === 0 };
}
