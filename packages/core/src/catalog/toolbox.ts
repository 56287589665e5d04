import { fail } from '@patchbay/contracts';
import type { ConnectionView } from '../connections/connection-view.ts';
import type { Connections, Scope } from '../connections/connections.ts';
import type { Supervisor } from '../connections/supervisor.ts';
import type { ServerName } from '../ids.ts';
import { isLocal } from '../local/local-server.ts';
import type { Log } from '../log.ts';
import type { Pins } from '../review/pins.ts';
import type { CatalogTool } from './catalog-tool.ts';
import type { Catalog } from './catalog.ts';
import { keepIfSame, remember } from './remember.ts';
import { splitName } from './tool-name.ts';

export interface ToolboxDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  /** Tools that are held back are not offered. */
  readonly pins: Pick<Pins, 'revision' | 'isHeld'>;
  readonly log: Log;
  /** Whose connections; everybody's if not said. */
  readonly scope?: Scope;
}

/** A tool and the connection that leads to it. */
export interface Target {
  readonly supervisor: Supervisor;
  readonly tool: CatalogTool;
}

/** Which tools there are now, and which one a name means. */
export interface Toolbox {
  /** Those worth offering, the local ones first, then by server and name. The same array until something changes. */
  list(): readonly CatalogTool[];
  /** Every tool that is known, whether or not it is worth offering now. Those of servers that no call may connect come last. */
  all(): readonly CatalogTool[];
  /** One of each bare name: the first server by name wins, and each loser is warned of once. */
  listBare(): readonly CatalogTool[];
  /** Throws when no tool, or more than one, has this name. A hidden tool is found too: a call may revive it. */
  resolve(name: string, server?: string): Target;
}

export function createToolbox(deps: ToolboxDeps): Toolbox {
  const { catalog, connections, pins, log, scope = 'shared' } = deps;
  const supervisors = (): readonly Supervisor[] => inOrder(connections.list(scope));
  const changes = (): number => catalog.revision + connections.revision + pins.revision;
  let known: readonly CatalogTool[] = [];
  const list = remember(changes, () => (known = keepIfSame(known, collectVisible(supervisors(), deps))));
  let everything: readonly CatalogTool[] = [];
  const all = remember(
    changes,
    () => (everything = keepIfSame(everything, collectAll(supervisors(), catalog))),
  );
  const byName = remember(changes, () => Map.groupBy(list(), ({ name }) => name));
  const byAlias = remember(changes, () => new Map(list().map((tool) => [tool.offered as string, tool])));
  const warnOnce = createTwinWarning(log);
  const listBare = remember(changes, () =>
    [...byName().values()].flatMap((twins) => pickFirst(twins, warnOnce)),
  );
  const serverNames = (): string[] => supervisors().map(({ server }) => server.name);

  function onServer(serverId: string, name: string): Target {
    const supervisor = connections.find(serverId as ServerName, scope); // a name that is none is not found
    if (!supervisor) throw fail('TOOL_SERVER_UNKNOWN', { serverId, available: serverNames() });
    const tools = catalog.toolsOf(supervisor.server);
    const tool = tools.get(name);
    if (tool) return { supervisor, tool };
    throw fail('TOOL_NOT_FOUND', { serverId, tool: name, available: [...tools.keys()] });
  }

  /** An alias, a bare name, or a name whose dot is its own. */
  function byWholeName(name: string, server: string | undefined): Target {
    const alias = byAlias().get(name);
    const [only, ...others] = alias ? [alias] : (byName().get(name) ?? []);
    if (only && others.length === 0) return onServer(only.server, only.name);
    if (only)
      throw fail('TOOL_NAME_AMBIGUOUS', { name, servers: [only, ...others].map((tool) => tool.server) });
    if (!server) throw fail('TOOL_NAME_INVALID', { name });
    throw fail('TOOL_SERVER_UNKNOWN', { serverId: server, available: serverNames() });
  }

  return {
    list,
    all,
    listBare,
    resolve(name, server) {
      if (server !== undefined) return onServer(server, name);
      const split = splitName(name);
      const isOwned = split && split.tool !== '' && connections.find(split.server as ServerName, scope);
      if (!isOwned || byAlias().has(name)) return byWholeName(name, split?.server);
      return onServer(split.server, split.tool);
    },
  };
}

function collectVisible(
  supervisors: readonly Supervisor[],
  { catalog, pins }: Pick<ToolboxDeps, 'catalog' | 'pins'>,
): readonly CatalogTool[] {
  return supervisors
    .filter((supervisor) => isVisible(supervisor.view()))
    .flatMap(({ server }) =>
      [...catalog.toolsOf(server).values()].filter(({ definition }) => !pins.isHeld(server, definition)),
    );
}

function collectAll(supervisors: readonly Supervisor[], catalog: Catalog): readonly CatalogTool[] {
  const rank = (supervisor: Supervisor): number => Number(!isWithinReach(supervisor.view()));
  return supervisors
    .toSorted((a, b) => rank(a) - rank(b)) // stable: still by name
    .flatMap(({ server }) => [...catalog.toolsOf(server).values()]);
}

function isWithinReach({ status, isCallable }: ConnectionView): boolean {
  return isCallable || status === 'CONNECTED' || status === 'CONNECTING';
}

/** By name, and before all of them the program itself. */
export function inOrder(supervisors: readonly Supervisor[]): readonly Supervisor[] {
  const rank = ({ server }: Supervisor): number => Number(!isLocal(server));
  return supervisors.toSorted((a, b) => rank(a) - rank(b) || (a.server.name < b.server.name ? -1 : 1));
}

/** A tool is offered while a call of it may work: now, or after the hub has connected again by itself. */
export function isVisible({ status, isCallable, isGivenUp }: ConnectionView): boolean {
  if (status === 'CONNECTED' || status === 'CONNECTING') return true;
  return isCallable && !isGivenUp;
}

type OnTwin = (kept: CatalogTool, dropped: CatalogTool) => void;

function pickFirst([kept, ...twins]: readonly CatalogTool[], onTwin: OnTwin): readonly CatalogTool[] {
  if (!kept) return [];
  for (const twin of twins) onTwin(kept, twin);
  return [kept];
}

function createTwinWarning(log: Log): OnTwin {
  const warned = new Set<string>();
  return (kept, dropped) => {
    const pair = `${kept.qualified} ${dropped.qualified}`;
    if (warned.has(pair)) return;
    warned.add(pair);
    log.warn('tool.hidden-by-twin', { kept: kept.qualified, dropped: dropped.qualified });
  };
}
