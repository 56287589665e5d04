import type { OpenTools } from '@patchbay/agent';
import { reasonOf } from '@patchbay/contracts';
import {
  inGoodTime,
  isLocal,
  openScope,
  selectTools,
  toRunTools,
  type Catalog,
  type CatalogTool,
  type CollectTools,
  type Connections,
  type KnownServers,
  type Log,
  type OpenScope,
  type Pins,
  type Run,
  type Server,
  type Supervisor,
  type Timers,
  type Toolbox,
  type ToolsFor,
  type UnavailableServer,
} from '@patchbay/core';

export interface OpenRunToolsDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly pins: Pick<Pins, 'revision' | 'isHeld'>;
  readonly toolbox: Toolbox;
  readonly toolsFor: ToolsFor;
  /** The best for what is asked, where there are too many. */
  readonly chooseTools: CollectTools;
  readonly known: Pick<KnownServers, 'lookUp'>;
  readonly timers: Timers;
  readonly log: Log;
}

/**
 * The tools of a run: those of everybody's connections, or of some that are its own. What a rule hides from whoever asked
 * is hidden from the run as well.
 */
export function createOpenRunTools(deps: OpenRunToolsDeps) {
  return async (run: Run, signal: AbortSignal): Promise<OpenTools> =>
    run.agent.isolated ? openOwn(deps, run, signal) : openShared(deps, run, signal);
}

async function openShared(deps: OpenRunToolsDeps, run: Run, signal: AbortSignal): Promise<OpenTools> {
  const { toolbox, connections, timers } = deps;
  const supervisors = connections.list().filter(({ server }) => isSelected(run, server.name));
  const missing = (run.selection ?? [])
    .filter(({ name }) => !supervisors.some(({ server }) => server.name === name))
    .map(({ name }): UnavailableServer => ({ server: name, reason: 'It is not registered any more.' }));
  const looking = Promise.all(supervisors.map((one) => unavailableOf(one, timers)));
  const unavailable = [...(await whileWanted(looking, signal)).flat(), ...missing];
  const equipment = await equip(deps, run, { toolbox, unavailable, supervisors });
  return { equipment, close: async () => {} };
}

/** One that is being connected, or is when it is first used, is waited for: nobody knows its tools before. */
async function unavailableOf(supervisor: Supervisor, timers: Timers): Promise<UnavailableServer[]> {
  const server = supervisor.server.name;
  const shared = supervisor.view();
  const { status, reason } = shared;
  if (status === 'CONNECTED') return [];
  if (status !== 'PENDING' && status !== 'CONNECTING') return [{ server, reason: reason ?? status }];
  return inGoodTime(supervisor.ensure(), { serverId: server, shared }, timers).then(
    () => [],
    (error: unknown) => [{ server, reason: reasonOf(error) }],
  );
}

/** Connections that others share go on being opened; this run does not wait for them any more. */
async function whileWanted<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = Promise.withResolvers<never>();
  const giveUp = (): void => over.reject(signal.reason as Error); // of an abort
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([awaited, over.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function openOwn(deps: OpenRunToolsDeps, run: Run, signal: AbortSignal): Promise<OpenTools> {
  const { connections, known } = deps;
  const shared = connections.list().map(({ server }) => server);
  const local = shared.filter(isLocal);
  const names = (run.selection ?? shared)
    .map(({ name }) => name)
    .filter((name) => !local.some((own) => own.name === name));
  const found = await Promise.all(names.map(async (name) => ({ name, server: await known.lookUp(name) })));
  const servers = found.flatMap(({ server }) => (server?.enabled === true ? [server] : []));
  const gone = found
    .filter(({ server }) => server?.enabled !== true)
    .map(({ name, server }) => ({
      server: name,
      reason: server ? 'It is disabled.' : 'It is not registered any more.',
    }));
  const scope = await openWanted(deps, { run, servers: [...local, ...servers] }, signal);
  const failed = [...scope.failed].map(([server, reason]) => ({ server, reason }));
  const supervisors = connections.list(`run:${run.id}`);
  const parts = { toolbox: scope.toolbox, unavailable: [...gone, ...failed], supervisors };
  const close = (): Promise<void> => scope.close();
  const equipment = await equip(deps, run, parts).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { equipment, toolbox: scope.toolbox, close };
}

/** A run that was cancelled meanwhile hangs up on those that do not answer. */
async function openWanted(
  deps: OpenRunToolsDeps,
  { run, servers }: { readonly run: Run; readonly servers: readonly Server[] },
  signal: AbortSignal,
): Promise<OpenScope> {
  signal.throwIfAborted();
  const hangUp = (): void => void deps.connections.releaseScope(`run:${run.id}`);
  signal.addEventListener('abort', hangUp);
  try {
    return await openScope(deps, `run:${run.id}`, servers);
  } finally {
    signal.removeEventListener('abort', hangUp);
  }
}

interface Found {
  readonly toolbox: Toolbox;
  readonly unavailable: readonly UnavailableServer[];
  readonly supervisors: readonly Supervisor[];
}

async function equip(
  { toolsFor, chooseTools, catalog }: OpenRunToolsDeps,
  { principal, selection, agent, input }: Run,
  { toolbox, unavailable, supervisors }: Found,
): Promise<OpenTools['equipment']> {
  const out = new Set(unavailable.map(({ server }) => server));
  const offered = selectTools(toolsFor(principal, toolbox.list()), selection).filter(
    ({ server }: CatalogTool) => !out.has(server),
  );
  const { maxTools } = agent.limits;
  const { local = [], tools = [] } = Object.groupBy(offered, ({ isLocal: isOwn }) =>
    isOwn ? 'local' : 'tools',
  );
  const chosen = await chooseTools({ local, tools, query: input, limit: maxTools });
  const usable = supervisors.filter(({ server }) => !out.has(server.name)).map(({ server }) => server);
  return { ...toRunTools(chosen, offered), unavailable, instructions: instructionsOf(catalog, usable) };
}

/** What the servers want a model to know. */
function instructionsOf(catalog: Catalog, servers: readonly Server[]): string | undefined {
  const parts = servers.flatMap((server) => {
    const text = catalog.record(server).offer?.instructions ?? '';
    return text.trim() === '' ? [] : [`# ${server.name}\n\n${text}`];
  });
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

function isSelected({ selection }: Run, name: string): boolean {
  return selection === undefined || selection.some((one) => one.name === name);
}
