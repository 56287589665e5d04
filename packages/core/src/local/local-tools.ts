import { fail, hubToolNames } from '@patchbay/contracts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Connections } from '../connections/connections.ts';
import type { Connector } from '../connections/link.ts';
import type { Log } from '../log.ts';
import type { ServerStore } from '../servers/server.ts';
import type { Timers } from '../timers.ts';
import { openLocalLink } from './local-link.ts';
import { isLocal, localName, localServer } from './local-server.ts';
import type { LocalTool } from './local-tool.ts';

export interface LocalToolsDeps {
  readonly servers: Pick<ServerStore, 'find'>;
  readonly connections: Connections;
  readonly catalog: Pick<Catalog, 'sync'>;
}

/** The tools of the program that embeds the hub, by name. */
export function createLocalTools({ timers, log }: { readonly timers: Timers; readonly log: Log }) {
  const tools = new Map<string, LocalTool>();

  /** A name that stands for itself everywhere: models take it, and no separator makes it the name of another's tool. */
  const plain = /^(?!.*__)[A-Za-z0-9_-]{1,64}$/;

  function check(name: string): void {
    const refuse = (message: string) => fail('INPUT_INVALID', { problems: [{ path: 'name', message }] });
    if (!plain.test(name)) throw refuse('Use 1 to 64 letters, digits, - and single _.');
    if (hubToolNames.some((own) => own === name)) throw refuse('The hub has a tool of this name itself.');
    if (tools.has(name)) throw fail('TOOL_EXISTS', { tool: name });
  }

  /** What was said of the tools is said anew, on a connection that is opened by the first of them. */
  async function tell({ connections, catalog }: LocalToolsDeps): Promise<void> {
    const supervisor = connections.adopt(localServer, { isLazy: false });
    await catalog.sync(localServer, await supervisor.connect());
  }

  return {
    /** Leads to these tools, and everywhere else as before. */
    connector:
      (next: Connector): Connector =>
      async (open) =>
        isLocal(open.server) ? openLocalLink({ tools, timers, log }) : next(open),

    /** From the moment in which it resolves, the tool is first in every list. Resolves with what takes it away again. */
    async add(deps: LocalToolsDeps, tool: LocalTool): Promise<() => Promise<void>> {
      const { name } = tool.definition;
      check(name);
      if (await deps.servers.find(localName)) throw fail('SERVER_EXISTS', { serverId: localName });
      check(name); // somebody else may have added one meanwhile
      tools.set(name, tool);
      await tell(deps);
      return async () => {
        if (tools.get(name) !== tool) return;
        tools.delete(name);
        await tell(deps);
      };
    },
  };
}
