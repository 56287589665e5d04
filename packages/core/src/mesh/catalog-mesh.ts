import { defineServer, serverNameSchema } from '@patchbay/contracts';
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

export type ServerOf = (agentName: string) => string | undefined;

/** A name that the catalogue can have: agents may be called what servers may not. */
function serverNameFor(agentName: string): string | undefined {
  const name = agentName.replaceAll(/[^A-Za-z0-9_-]/g, '-').replaceAll(/_{2,}/g, '_');
  return serverNameSchema.safeParse(name).data;
}

/**
 * Makes servers of agents. Several agents of one name are one server, at the first of them that lives; one that is away
 * stays, with the status of its connection, until the registry has forgotten it.
 */
export function createCatalogMesh(deps: CatalogMeshDeps) {
  const { changes, log } = deps;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function reconcile(): Promise<void> {
    const known = new Map((await deps.servers.list()).map((server) => [server.name as string, server]));
    const agents = wantedOf(deps);
    for (const [name, agent] of agents) await put(deps, agent, { name, server: known.get(name) });
    for (const [name, { source }] of known)
      if (source === 'mesh' && !agents.has(name)) await changes.removeServer(name);
  }

  return {
    /** Looks at all of them; one look at a time, and one that waits sees what all see who ask for it. */
    sync: (): Promise<void> => {
      next ??= running.then(async () => {
        next = undefined;
        await reconcile().catch((error: unknown) => log.warn('mesh.catalog.failed', { error }));
      });
      return (running = next);
    },
    /** Says of the name of agents which server they are, if they are one, for as many names as one likes. */
    look: (): ServerOf => {
      const wanted = wantedOf(deps);
      return (agentName) => {
        const name = serverNameFor(agentName);
        return name !== undefined && wanted.has(name) ? name : undefined;
      };
    },
  };
}

/** Those that belong into the catalogue, by the name that they have there. */
function wantedOf({ registry, inCatalog, isOwn }: CatalogMeshDeps): Map<string, MeshAgent> {
  const names = registry.names();
  if (!inCatalog && !names.values().some(({ isApproved }) => isApproved)) return new Map();
  const isWanted = ({ id, name, type, endpoint, tools }: MeshAgent): boolean =>
    !isOwn(id) &&
    type === 'mcp_agent' &&
    tools.length > 0 &&
    endpoint.startsWith('http') &&
    (inCatalog || names.get(name)?.isApproved === true);
  const agents = [...registry.entries.values()].map(({ agent }) => agent).filter(isWanted);
  const best = new Map<string, MeshAgent>();
  for (const agent of agents.toSorted(livingFirst)) {
    const name = serverNameFor(agent.name);
    if (name !== undefined && !best.has(name)) best.set(name, agent);
  }
  return best;
}

interface Place {
  readonly name: string;
  readonly server: Server | undefined;
}

async function put(
  { changes, warnings }: CatalogMeshDeps,
  agent: MeshAgent,
  { name, server }: Place,
): Promise<void> {
  const url = `${agent.endpoint}/mcp`;
  const id = `mesh:${name}`;
  if (server && server.source !== 'mesh') {
    const message = `The mesh agent "${agent.name}" is not in the catalogue: there is another server "${name}".`;
    return warnings.raise({ id, category: 'mesh', serverId: name, message });
  }
  warnings.clear(id);
  if (!server) await changes.registerServer(define(name, url, agent), 'mesh');
  else if (agent.status === 'healthy' && urlOf(server) !== url)
    await changes.changeServer({
      name: server.name,
      change: () => ({ transport: { kind: 'http', url, verifySsl: true } }),
    });
}

function define(name: string, url: string, { description }: MeshAgent) {
  return defineServer({ name, transport: 'http', url, ...(description !== '' && { description }) });
}

function livingFirst(one: MeshAgent, other: MeshAgent): number {
  const rank = ({ status }: MeshAgent): number => (status === 'healthy' ? 0 : 1);
  return rank(one) - rank(other) || (one.id < other.id ? -1 : 1);
}

function urlOf({ transport }: Server): string | undefined {
  return transport.kind === 'stdio' ? undefined : transport.url;
}
