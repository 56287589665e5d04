import type { ToolDefinition } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { Link } from '../connections/link.ts';
import { whyOf } from '../connections/why.ts';
import type { ServerId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Server } from '../servers/server.ts';
import type { CatalogRecord, CatalogStore, Offer } from './offer.ts';
import { readOffer } from './read-offer.ts';
import { toCatalogTool, type CatalogTool } from './catalog-tool.ts';

export interface CatalogDeps {
  readonly store: CatalogStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly listMsOf: (server: Server) => number;
  /** What a server offers is not what it was. */
  readonly onChanged: (server: Server, offer: Offer) => void;
}

/** What is known of one server: its record, and its tools ready to be looked up. */
interface Shelf {
  readonly record: CatalogRecord;
  readonly tools: ReadonlyMap<string, CatalogTool>;
}

/** Every tool, resource, template and prompt the hub knows. Read from memory; filled by `sync`. */
export class Catalog {
  readonly #deps: CatalogDeps;
  readonly #shelves = new Map<ServerId, Shelf>();
  #revision = 0;

  constructor(deps: CatalogDeps) {
    this.#deps = deps;
  }

  /** Counts changes of what is offered, so that what was made from it can be kept until then. */
  get revision(): number {
    return this.#revision;
  }

  /** What was known before the last stop. */
  async load(servers: readonly Server[]): Promise<void> {
    const byId = new Map(servers.map((server) => [server.id, server]));
    for (const record of await this.#deps.store.list()) {
      const server = byId.get(record.serverId);
      if (server) this.#put(server, record);
    }
  }

  record(server: Server): CatalogRecord {
    return this.#shelves.get(server.id)?.record ?? neverSynced(server.id);
  }

  toolsOf(server: Server): ReadonlyMap<string, CatalogTool> {
    return this.#shelves.get(server.id)?.tools ?? none;
  }

  forget(server: Server): void {
    if (this.#shelves.delete(server.id)) this.#revision += 1;
  }

  /** Asks the server anew what it offers. Until it has answered, and if it does not, what was known stays. */
  async sync(server: Server, link: Link): Promise<CatalogRecord> {
    const before = this.record(server);
    this.#put(server, { ...before, syncStatus: 'SYNCING' });
    try {
      const timeoutMs = this.#deps.listMsOf(server);
      const offer = await readOffer({ serverId: server.name, link, timeoutMs });
      return await this.#learned(server, before, offer);
    } catch (error) {
      await this.#save(server, { ...before, syncStatus: 'SYNC_FAILED', syncError: whyOf(error) });
      throw error;
    }
  }

  async #learned(server: Server, before: CatalogRecord, offer: Offer): Promise<CatalogRecord> {
    const lastSyncedAt = this.#deps.clock.now();
    const isNew = JSON.stringify(offer) !== JSON.stringify(before.offer);
    const record: CatalogRecord = {
      serverId: server.id,
      offer: isNew ? offer : before.offer,
      syncStatus: 'SYNCED',
      syncError: null,
      lastSyncedAt,
    };
    await this.#save(server, record);
    if (isNew) this.#deps.onChanged(server, offer);
    return record;
  }

  /** Memory first: a database that is away keeps nobody from using what was just learned. */
  async #save(server: Server, record: CatalogRecord): Promise<void> {
    this.#put(server, record);
    try {
      await this.#deps.store.save(record);
    } catch (error) {
      this.#deps.log.warn('catalog.unsaved', { server: server.name, error });
    }
  }

  #put(server: Server, record: CatalogRecord): void {
    const known = this.#shelves.get(server.id);
    if (known?.record.offer === record.offer && known.record.serverId === record.serverId) {
      this.#shelves.set(server.id, { ...known, record });
      return;
    }
    this.#shelves.set(server.id, { record, tools: shelve(server, record.offer?.tools ?? []) });
    this.#revision += 1;
  }
}

const none: ReadonlyMap<string, CatalogTool> = new Map();

function shelve(server: Server, tools: readonly ToolDefinition[]): ReadonlyMap<string, CatalogTool> {
  return new Map(tools.map((tool) => [tool.name, toCatalogTool(server.name, tool)]));
}

function neverSynced(serverId: ServerId): CatalogRecord {
  return { serverId, offer: null, syncStatus: 'NEVER_SYNCED', syncError: null, lastSyncedAt: null };
}
