import type { Clock } from '../clock.ts';
import type { Link } from '../connections/link.ts';
import { whyOf } from '../connections/why.ts';
import type { ServerId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Server } from '../servers/server.ts';
import type { CatalogRecord, CatalogStore, Offer } from './offer.ts';
import { readOffer } from './read-offer.ts';
import { isLocal } from '../local/local-server.ts';
import { toCatalogTool, toLocalTool, type CatalogTool } from './catalog-tool.ts';

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
  /** Which sync it was that brought this. */
  readonly turn: number;
}

/** Every tool, resource, template and prompt the hub knows. Read from memory; filled by `sync`. */
export class Catalog {
  readonly #deps: CatalogDeps;
  readonly #shelves = new Map<ServerId, Shelf>();
  #revision = 0;
  #turn = 0;

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
    const turn = (this.#turn += 1);
    this.#put(server, { ...this.record(server), syncStatus: 'SYNCING' });
    try {
      const timeoutMs = this.#deps.listMsOf(server);
      const offer = await readOffer({ serverId: server.name, link, timeoutMs });
      return await this.#learned(server, offer, turn);
    } catch (error) {
      if (!this.#isOvertaken(server, turn))
        await this.#save(server, {
          ...this.record(server),
          syncStatus: 'SYNC_FAILED',
          syncError: whyOf(error),
        });
      throw error;
    }
  }

  /** Somebody asked later and was answered before: what comes now is older than what is known. */
  #isOvertaken({ id }: Server, turn: number): boolean {
    return (this.#shelves.get(id)?.turn ?? 0) > turn;
  }

  async #learned(server: Server, offer: Offer, turn: number): Promise<CatalogRecord> {
    const before = this.record(server);
    if (this.#isOvertaken(server, turn)) return before;
    const lastSyncedAt = this.#deps.clock.now();
    const isNew = JSON.stringify(offer) !== JSON.stringify(before.offer);
    const record: CatalogRecord = {
      serverId: server.id,
      offer: isNew ? withKnownLists(offer, before.offer) : before.offer,
      syncStatus: 'SYNCED',
      syncError: null,
      lastSyncedAt,
    };
    await this.#save(server, record, turn);
    if (isNew) this.#deps.onChanged(server, offer);
    return record;
  }

  /** Memory first: a database that is away keeps nobody from using what was just learned. */
  async #save(server: Server, record: CatalogRecord, turn?: number): Promise<void> {
    this.#put(server, record, turn);
    try {
      await this.#deps.store.save(record);
    } catch (error) {
      this.#deps.log.warn('catalog.unsaved', { server: server.name, error });
    }
  }

  #put(server: Server, record: CatalogRecord, answered?: number): void {
    const known = this.#shelves.get(server.id);
    const turn = answered ?? known?.turn ?? 0;
    if (known?.record.offer === record.offer && known.record.serverId === record.serverId) {
      this.#shelves.set(server.id, { ...known, record, turn });
      return;
    }
    this.#shelves.set(server.id, { record, turn, tools: shelve(server, record, known) });
    this.#revision += 1;
  }
}

const none: ReadonlyMap<string, CatalogTool> = new Map();

function shelve(server: Server, { offer }: CatalogRecord, known: Shelf | undefined): Shelf['tools'] {
  const tools = offer?.tools ?? [];
  if (known && known.record.offer?.tools === tools) return known.tools;
  const toTool = isLocal(server) ? toLocalTool : toCatalogTool;
  return new Map(tools.map((tool) => [tool.name, toTool(server.name, tool)]));
}

/** A list that says what it said before stays the same object, so that what was made of it can be kept. */
function withKnownLists(offer: Offer, before: Offer | null): Offer {
  const keep = <T>(now: readonly T[], then: readonly T[] | undefined): readonly T[] =>
    then !== undefined && JSON.stringify(now) === JSON.stringify(then) ? then : now;
  return {
    ...offer,
    tools: keep(offer.tools, before?.tools),
    resources: keep(offer.resources, before?.resources),
    templates: keep(offer.templates, before?.templates),
    prompts: keep(offer.prompts, before?.prompts),
  };
}

function neverSynced(serverId: ServerId): CatalogRecord {
  return { serverId, offer: null, syncStatus: 'NEVER_SYNCED', syncError: null, lastSyncedAt: null };
}
