import type { MeshTool } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cancel, Timers } from '../timers.ts';
import type { MeshAgent } from './mesh-agent.ts';
import type { MeshBatch, MeshEvent, MeshName, MeshSchema, MeshStore } from './mesh-store.ts';

export interface MeshLedgerDeps {
  readonly store: Pick<MeshStore, 'write'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** It is on disk. */
  readonly onWritten: (batch: MeshBatch) => void;
}

/** How much a crash may forget, and how late replicas hear of each other. */
const writeAfterMs = 2_000;
/** That somebody was seen again is only worth a write now and then: once for each of their heartbeats is more than enough. */
const seenAfterMs = 5_000;
/** In one write: turning more into text at once would keep heartbeats waiting. */
const atOnce = 500;
/** What waits while nothing can be written; the oldest go. */
const maxWaitingEvents = 20_000;
/** Nobody's hash is that long; a column has its limit. */
const maxHashLength = 200;

/**
 * What the registry has to write down, gathered: a heartbeat waits for no disk. A class because what was gathered must
 * be written before the store closes.
 */
export class MeshLedger {
  readonly #deps: MeshLedgerDeps;
  readonly #agents = new Map<string, MeshAgent>();
  readonly #removed = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #full = new Map<string, number>();
  readonly #names = new Map<string, MeshName>();
  readonly #schemas = new Map<string, MeshSchema>();
  readonly #knownSchemas = new Set<string>();
  #events: MeshEvent[] = [];
  #cancel: Cancel | undefined;
  #isSoon = false;
  #writing: Promise<void> | undefined;

  constructor(deps: MeshLedgerDeps) {
    this.#deps = deps;
  }

  changed(agent: MeshAgent): void {
    this.#removed.delete(agent.id);
    this.#agents.set(agent.id, agent);
    this.#soon();
  }

  removed(id: string): void {
    this.#agents.delete(id);
    this.#seen.delete(id);
    this.#full.delete(id);
    this.#removed.add(id);
    this.#soon();
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  seen(id: string): void {
    this.#seen.add(id);
    this.#cancel ??= this.#plan(seenAfterMs);
  }

  full(id: string, stamp: number): void {
    this.#full.set(id, stamp);
    this.#seen.add(id);
    this.#soon();
  }

  named(name: MeshName): void {
    this.#names.set(name.name, name);
    this.#soon();
  }

  happened(event: MeshEvent): void {
    this.#events.push(event);
    if (this.#events.length > maxWaitingEvents) this.#events = this.#events.slice(-maxWaitingEvents / 2);
    this.#soon();
  }

  /** Schemas are kept by their hash, once. */
  learn(tools: readonly MeshTool[], runtime: string): void {
    for (const tool of tools) {
      this.#learnOne(tool.inputSchemaHash, tool.inputSchemaCanonical, runtime);
      this.#learnOne(tool.outputSchemaHash, tool.outputSchemaCanonical, runtime);
    }
  }

  #learnOne(hash: string | undefined, canonical: MeshSchema['canonical'] | undefined, runtime: string): void {
    if (hash === undefined || canonical === undefined || this.#knownSchemas.has(hash)) return;
    if (hash.length > maxHashLength) return;
    this.#knownSchemas.add(hash);
    this.#schemas.set(hash, { hash, canonical, runtime, createdAt: this.#deps.clock.now() });
    this.#soon();
  }

  /** What was gathered is on disk when it resolves; rejects if it cannot be. */
  async flush(): Promise<void> {
    this.#rest();
    while (this.#writing) await this.#writing.catch(() => undefined);
    this.#writing = this.#write().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  #soon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    this.#cancel?.();
    this.#cancel = this.#plan(writeAfterMs);
  }

  #plan(ms: number): Cancel {
    return this.#deps.timers.after(ms, () => {
      this.#rest();
      // While one batch is on its way the next one gathers, however long that takes.
      if (this.#writing) void this.#writing.catch(() => undefined).finally(() => this.#soon());
      else void this.flush().catch(() => undefined);
    });
  }

  /** No write is planned. */
  #rest(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isSoon = false;
  }

  async #write(): Promise<void> {
    const parts = inParts(this.#take());
    for (const [at, part] of parts.entries()) {
      try {
        await this.#deps.store.write(part);
        this.#deps.onWritten(part);
      } catch (error) {
        for (const unwritten of parts.slice(at).toReversed()) this.#putBack(unwritten);
        this.#deps.log.warn('mesh.unwritten', { parts: parts.length - at, error });
        throw error;
      }
    }
  }

  #take(): MeshBatch {
    const at = this.#deps.clock.now();
    // Too early does no harm: after a restart such an agent is asked once more for all it has.
    const [firstFull = at.getTime(), ...otherFull] = this.#full.values();
    const oldestFull = otherFull.reduce((least, stamp) => Math.min(least, stamp), firstFull);
    const batch: MeshBatch = {
      agents: [...this.#agents.values()],
      removed: [...this.#removed],
      seen: { ids: [...this.#seen], at },
      full: { ids: [...this.#full.keys()], at: new Date(oldestFull) },
      names: [...this.#names.values()],
      events: this.#events,
      schemas: [...this.#schemas.values()],
    };
    for (const gathered of [this.#agents, this.#removed, this.#seen, this.#full, this.#names, this.#schemas])
      gathered.clear();
    this.#events = [];
    return batch;
  }

  /** What came meanwhile is newer. */
  #putBack({ agents, removed, seen, full, names, events, schemas }: MeshBatch): void {
    const gone = new Set(this.#removed);
    for (const id of removed) if (!this.#agents.has(id)) this.#removed.add(id);
    fill(
      this.#agents,
      agents.filter(({ id }) => !gone.has(id)).map((agent) => [agent.id, agent]),
    );
    fill(
      this.#full,
      full.ids.map((id) => [id, full.at.getTime()]),
    );
    fill(
      this.#names,
      names.map((name) => [name.name, name]),
    );
    fill(
      this.#schemas,
      schemas.map((schema) => [schema.hash, schema]),
    );
    for (const id of seen.ids) this.#seen.add(id);
    this.#events = [...events, ...this.#events].slice(-maxWaitingEvents);
    this.#soon();
  }
}

/** An agent comes before what was seen of it and what happened to it, so that a crash between two parts does no harm. */
function inParts(batch: MeshBatch): MeshBatch[] {
  const { agents, events, ...rest } = batch;
  const nothing = { agents: [], removed: [], names: [], events: [], schemas: [] };
  const still = { ...nothing, seen: { ...rest.seen, ids: [] }, full: { ...rest.full, ids: [] } };
  const parts = [
    ...inGroups(agents).map((group) => ({ ...still, agents: group })),
    { ...still, ...rest },
    ...inGroups(events).map((group) => ({ ...still, events: group })),
  ];
  return parts.filter((part) => !isEmpty(part));
}

function inGroups<T>(items: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += atOnce) groups.push(items.slice(at, at + atOnce));
  return groups;
}

/** Only what is not there yet. */
function fill<V>(map: Map<string, V>, entries: readonly (readonly [string, V])[]): void {
  for (const [key, value] of entries) if (!map.has(key)) map.set(key, value);
}

function isEmpty({ agents, removed, seen, full, names, events, schemas }: MeshBatch): boolean {
  return [agents, removed, seen.ids, full.ids, names, events, schemas].every((list) => list.length === 0);
}
