import { PatchbayError } from '@patchbay/contracts';
import type { Connector, Link, Log, OpenLink, Server } from '@patchbay/core';
import { createFailures, whileOpening } from './classify.ts';
import { createEgress } from './http/egress.ts';
import { openHttp, type SpokenTransports } from './http/open-http.ts';
import type { Opening } from './opening.ts';
import { openSse } from './sse/open-sse.ts';
import type { Environment } from './stdio/child-env.ts';
import { openStdio } from './stdio/open-stdio.ts';
import { Reaper } from './stdio/reaper.ts';

export interface ConnectorDeps {
  /** The hub's version, which servers are told. */
  readonly version: string;
  /** The hub's environment, of which servers' processes see a harmless part. */
  readonly env: Environment;
  readonly log: Log;
  /** What masks the credentials that the hub holds, this server's among them, in what its process says. */
  readonly maskFor: (server: Server) => (text: string) => string;
  /** Hears what the processes of servers write for people, line by line and masked. */
  readonly onWords?: ((server: string, line: string) => void) | undefined;
  /** Whether servers may have addresses that not everybody can reach; they may, unless told otherwise. */
  readonly allowPrivateAddresses?: boolean | undefined;
}

export interface OpenConnector extends Connector {
  /** Of processes that were started: how many live, and how many have ended. */
  census(): { readonly spawned: number; readonly alive: number; readonly reaped: number };
  /** Closes every link that is still open, and what watches over processes. */
  close(): Promise<void>;
}

/** Opens links to servers of every era, over every transport. */
export function createConnector(deps: ConnectorDeps): OpenConnector {
  const { version, env, log, maskFor } = deps;
  const egress = createEgress(deps.allowPrivateAddresses ?? true);
  const links = new Set<Link>();
  let isClosed = false;
  const reaper = new Reaper();
  const spoken: SpokenTransports = new Map();

  async function connect(open: OpenLink): Promise<Link> {
    const deadline = performance.now() + open.timeoutMs;
    const failures = createFailures(open.server.name);
    if (open.signal.aborted) throw failures.cancelled();
    const { timeoutMs: _, ...wanted } = open;
    const opening: Opening = {
      knownEra: undefined,
      ...wanted,
      failures,
      env,
      egress,
      log,
      mask: maskFor(open.server),
      onWords: (line) => deps.onWords?.(open.server.name, line),
      reaper,
      client: { name: 'patchbay', version },
      remainingMs: () => Math.max(1, deadline - performance.now()),
    };
    try {
      const link = await openOver(opening, spoken);
      if (!isClosed) return keep(link);
      await link.close(); // it was still opening when all were closed
      throw failures.cancelled();
    } catch (error) {
      throw PatchbayError.is(error) ? whileOpening(error, open.timeoutMs) : error;
    }
  }

  function keep(link: Link): Link {
    links.add(link);
    void link.ended.then(() => links.delete(link));
    return link;
  }

  return Object.assign(connect, {
    census: () => reaper.census(),
    async close() {
      isClosed = true;
      await Promise.all([...links].map((link) => link.close()));
      reaper.close();
    },
  });
}

function openOver(opening: Opening, spoken: SpokenTransports): Promise<Link> {
  const { transport } = opening.server;
  if (transport.kind === 'stdio') return openStdio(opening, transport);
  return transport.kind === 'sse' ? openSse(opening, transport) : openHttp(opening, transport, spoken);
}
