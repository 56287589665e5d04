import type { ServerDefinition } from '@patchbay/contracts';
import type { Offer } from '../catalog/offer.ts';
import { readOffer } from '../catalog/read-offer.ts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { Connector, Link } from '../connections/link.ts';
import type { ServerId, ServerName } from '../ids.ts';
import type { Server } from './server.ts';

export interface TryServerDeps {
  readonly connector: Connector;
  readonly timeoutsOf: (server: Server) => { readonly connectMs: number; readonly listMs: number };
  readonly chance: Pick<Chance, 'uuid'>;
  readonly clock: Clock;
}

export interface TriedServer {
  readonly link: Link;
  readonly offer: Offer;
}

/** Connects to what is not registered, looks at what it offers and lets go. Nothing of it is kept. */
export function createTryServer({ connector, timeoutsOf, chance, clock }: TryServerDeps) {
  return async (definition: ServerDefinition, signal: AbortSignal): Promise<TriedServer> => {
    const now = clock.now();
    const server: Server = {
      ...definition,
      id: chance.uuid() as ServerId,
      name: definition.name as ServerName, // defineServer has checked it
      enabled: true,
      source: 'api',
      credentialsLost: false,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    const { connectMs, listMs } = timeoutsOf(server);
    const deaf = { onListChanged() {}, onNews() {} };
    const link = await connector({ server, timeoutMs: connectMs, signal, ...deaf });
    try {
      return { link, offer: await readOffer({ serverId: server.name, link, timeoutMs: listMs }) };
    } finally {
      await link.close();
    }
  };
}
