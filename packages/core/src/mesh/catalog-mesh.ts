import { defineServer, reasonOf, serverNameSchema } from '@patchbay/contracts';
import type { Warnings } from '../health/warnings.ts';
import type { Log } from '../log.ts';
import type { createChangeServers } from '../servers/change-servers.ts';
import type { Server, ServerStore } from '../servers/server.ts';
import type { MeshAgent } from './mesh-agent.ts';
import type { MeshRegistry } from './mesh-registry.ts';

export interface CatalogMeshDeps {
  readonly registry: MeshRegistry;
  readonly servers: Pick<ServerStore, 'list'>;
  readonly changes: Pick<
    ReturnType<typeof createChangeServers>,
    'registerServer' | 'changeServer' | 'removeServer'
  >;
  readonly warnings: Warnings;
  readonly log: Log;
  /** Every agent is in the catalogue; otherwise those whose name an admin approved. */
  readonly inCatalog: boolean;
  readonly isOwn: (id: string) => boolean;
}

/** A name that the catalogue can have: agents may be called what servers may not. */
export function serverNameFor(agentName: string): string | undefined {
  const name = agentName.replaceAll(/[^A-Za-z0-9_-]/g, '-').replaceAll(/_{2,}/g, '_');
  return serverNameSchema.safeParse(name).data;
}

/**
 * Makes servers of agents. Several agents of one name are one server, at the first of them that lives; one that is away
 * stays, with the status of its connection, until the registry has forgotten it.
 */
export function createCatalogMesh(deps: CatalogMeshDeps) {
  const { registry, changes, warnings, log } = deps;
  let running: Promise<void> = Promise.resolve();

  const isWanted = ({ id, name, type, endpoint, tools }: MeshAgent): boolean =>
    !deps.isOwn(id) &&
    type === 'mcp_agent' &&
    tools.length > 0 &&
    endpoint.startsWith('http') &&
    (deps.inCatalog || registry.names().get(name)?.isApproved === true);

  function wanted(): Map<string, MeshAgent> {
    const agents = [...registry.entries.values()].map(({ agent }) => agent).filter(isWanted);
    const best = new Map<string, MeshAgent>();
    for (const agent of agents.toSorted(livingFirst)) {
      const name = serverNameFor(agent.name);
      if (name !== undefined && !best.has(name)) best.set(name, agent);
    }
    return best;
  }

  async function reconcile(): Promise<void> {
    const known = new Map((await deps.servers.list()).map((server) => [server.name as string, server]));
    const agents = wanted();
    for (const [name, agent] of agents) await put(name, agent, known.get(name));
    for (const [name, { source }] of known)
      if (source === 'mesh' && !agents.has(name)) await changes.removeServer(name);
  }

  async function put(name: string, agent: MeshAgent, server: Server | undefined): Promise<void> {
    const url = `${agent.endpoint}/mcp`;
    const id = `mesh:${name}`;
    if (server && server.source !== 'mesh') {
      const message = `The mesh agent "${agent.name}" is not in the catalogue: there is another server "${name}".`;
      return warnings.raise({ id, category: 'mesh', serverId: name, message });
    }
    warnings.clear(id);
    if (!server) {
      const description = agent.description === '' ? undefined : agent.description;
      const definition = defineServer({ name, transport: 'http', url, ...(description && { description }) });
      await changes.registerServer(definition, 'mesh');
    } else if (agent.status === 'healthy' && urlOf(server) !== url)
      await changes.changeServer({
        name: server.name,
        change: () => ({ transport: { kind: 'http', url, verifySsl: true } }),
      });
  }

  return {
    /** Looks at all of them; one look at a time. */
    sync(): Promise<void> {
      running = running.then(reconcile).catch((error: unknown) => {
        log.warn('mesh.catalog.failed', { error, reason: reasonOf(error) });
      });
      return running;
    },
    serverOf(agentName: string): string | undefined {
      const name = serverNameFor(agentName);
      const agent = name === undefined ? undefined : wanted().get(name);
      return agent && name;
    },
  };
}

function livingFirst(one: MeshAgent, other: MeshAgent): number {
  const rank = ({ status }: MeshAgent): number => (status === 'healthy' ? 0 : 1);
  return rank(one) - rank(other) || (one.id < other.id ? -1 : 1);
}

function urlOf({ transport }: Server): string | undefined {
  return transport.kind === 'stdio' ? undefined : transport.url;
}
