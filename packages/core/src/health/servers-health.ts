import type { ServersHealth } from '@patchbay/contracts';
import type { KnownServer } from '../servers/server-view.ts';
import type { Warnings } from './warnings.ts';
import type { ServerWatch } from './watch-servers.ts';

export interface ServersHealthDeps {
  readonly watch: Pick<ServerWatch, 'list'>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly warnings: Pick<Warnings, 'list'>;
}

/** How the servers are, for those who watch them from outside. */
export function createServersHealth({ watch, servers, warnings }: ServersHealthDeps) {
  return async function serversHealth(): Promise<ServersHealth> {
    const known = new Map((await servers()).map((one) => [one.server.name, one]));
    const rows = watch.list().flatMap(({ serverId, healthy, error, lastCheck }) => {
      const { connection, record } = known.get(serverId) ?? {};
      if (!connection) return [];
      const toolCount = record?.offer?.tools.length ?? 0;
      return [
        {
          serverId,
          status: connection.status,
          healthy,
          error,
          lastCheck: lastCheck.toISOString(),
          toolCount,
        },
      ];
    });
    const isWanted = ({ status }: (typeof rows)[number]): boolean =>
      status === 'CONNECTED' || status === 'CONNECTING' || status === 'FAILED';
    return {
      healthy: rows.filter(isWanted).every(({ healthy }) => healthy),
      servers: rows,
      warnings: warnings.list().filter(({ serverId }) => serverId !== undefined),
    };
  };
}
