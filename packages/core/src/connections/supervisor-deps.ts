import type { Era } from '@patchbay/contracts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Server } from '../servers/server.ts';
import type { Timers } from '../timers.ts';
import type { ReconnectPolicy } from './backoff.ts';
import type { ConnectionView } from './connection-view.ts';
import type { Connector, Link, LinkRequest, ListChange, ServerNews } from './link.ts';

/** What a supervisor needs of the world. */
export interface SupervisorDeps {
  readonly connector: Connector;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'fraction'>;
  readonly log: Log;
  readonly reconnection: ReconnectPolicy;
  readonly timeoutsOf: (server: Server) => { readonly connectMs: number; readonly idleMs: number };
  /** Reads what the server offers. A connection counts as open only when this has succeeded. */
  readonly onOpened: (server: Server, link: Link) => Promise<void>;
  readonly onListChanged: (server: Server, change: ListChange) => void;
  readonly onNews?: ((server: Server, news: ServerNews) => void) | undefined;
  /** There is a connection, and it can be used. */
  readonly onLink?: ((server: Server, link: Link) => void) | undefined;
  readonly onStatus: (server: Server, view: ConnectionView) => void;
}

export interface SupervisedRequest extends LinkRequest {
  /** Called when there is a connection, right before the request is sent on it; what it throws keeps that from happening. */
  readonly beforeSend?: (() => void) | undefined;
}

export interface SupervisorStart {
  readonly server: Server;
  /** Whether the first use may connect it, and disuse close it. */
  readonly isLazy: boolean;
  readonly knownEra?: Era | undefined;
}
