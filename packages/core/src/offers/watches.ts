import { fail, isJsonObject, rpcCodes } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Connections } from '../connections/connections.ts';
import type { Link } from '../connections/link.ts';
import type { ServerName } from '../ids.ts';
import type { Server } from '../servers/server.ts';
import type { Cancel } from '../timers.ts';
import type { OfferBook } from './offer-book.ts';
import type { Owner } from './offered.ts';
import type { AskedOffer } from './use-offers.ts';

export interface WatchesDeps {
  readonly offers: { bookFor(principal: Principal): Pick<OfferBook, 'ownersOf'> };
  readonly catalog: Pick<Catalog, 'record'>;
  readonly connections: Connections;
}

type WatchingLink = Pick<Link, 'watch' | 'ended'>;

/** Somebody who wants to know when a resource changes. */
interface Watcher {
  /** As he calls it. */
  readonly uri: string;
  readonly tell: (uri: string) => void;
}

/**
 * Which resources somebody watches. A server is asked for each once, however many watch it, and again on every new
 * connection. A class because it keeps who watches what.
 */
export class Watches {
  readonly #deps: WatchesDeps;
  readonly #links = new Map<ServerName, WatchingLink>();
  readonly #watched = new Map<ServerName, Map<string, Set<Watcher>>>();

  constructor(deps: WatchesDeps) {
    this.#deps = deps;
  }

  /** Throws when nobody has it, or nobody who has it tells of changes. */
  add(
    {
      principal,
      offers = this.#deps.offers,
    }: Pick<AskedOffer, 'principal'> & Partial<Pick<WatchesDeps, 'offers'>>,
    uri: string,
    tell: (uri: string) => void,
  ): Cancel {
    const owners = offers.bookFor(principal).ownersOf(uri);
    const [owner] = owners.filter((one) => this.#canTell(one.server));
    if (owners.length === 0) throw fail('RESOURCE_NOT_FOUND', { uri });
    if (!owner) throw cannotTell(owners[0]?.server ?? '');
    const watcher = { uri, tell };
    this.#watchersOf(owner).add(watcher);
    this.#renew(owner.server);
    this.#deps.connections
      .find(owner.server)
      ?.ensure()
      .catch(() => {}); // the status tells it
    return () => this.#remove(owner, watcher);
  }

  /** Call with every new connection: it knows nothing of what the old one was asked. */
  opened({ name }: Server, link: WatchingLink): void {
    const wasThere = this.#links.has(name);
    this.#links.set(name, link);
    void link.ended.then(() => this.#forget(name, link));
    this.#renew(name);
    if (wasThere) for (const uri of this.#watched.get(name)?.keys() ?? []) this.#tell(name, uri); // it may have changed unseen
  }

  /** A server may name a part of what is watched. */
  updated({ name }: Server, uri: string): void {
    for (const own of this.#watched.get(name)?.keys() ?? [])
      if (uri.startsWith(own)) this.#tell(name, own, uri);
  }

  /** While somebody watches, it is remembered that there was one. */
  #forget(name: ServerName, link: WatchingLink): void {
    const isWatched = (this.#watched.get(name)?.size ?? 0) > 0;
    if (!isWatched && this.#links.get(name) === link) this.#links.delete(name);
  }

  #tell(server: ServerName, own: string, updated = own): void {
    const part = updated.slice(own.length);
    for (const { uri, tell } of this.#watched.get(server)?.get(own) ?? []) tell(uri + part);
  }

  #remove({ server, own }: Owner, watcher: Watcher): void {
    const watchers = this.#watched.get(server)?.get(own);
    watchers?.delete(watcher);
    if (watchers?.size !== 0) return;
    this.#watched.get(server)?.delete(own);
    this.#renew(server);
  }

  #watchersOf({ server, own }: Owner): Set<Watcher> {
    const ofServer = this.#watched.get(server) ?? new Map<string, Set<Watcher>>();
    this.#watched.set(server, ofServer);
    const watchers = ofServer.get(own) ?? new Set();
    ofServer.set(own, watchers);
    return watchers;
  }

  #renew(server: ServerName): void {
    const uris = this.#watched.get(server);
    if (uris) this.#links.get(server)?.watch([...uris.keys()]);
  }

  #canTell(name: ServerName): boolean {
    const { catalog, connections } = this.#deps;
    const supervisor = connections.find(name);
    const resources = supervisor && catalog.record(supervisor.server).offer?.capabilities['resources'];
    return isJsonObject(resources) && resources['subscribe'] === true;
  }
}

function cannotTell(serverId: string) {
  const reason = `MCP server "${serverId}" does not tell of changes of its resources.`;
  const method = 'resources/subscribe';
  return fail('SERVER_REFUSED', { serverId, method, reason, code: rpcCodes.methodNotFound, data: undefined });
}
