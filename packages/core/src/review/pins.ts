import type { ToolDefinition } from '@patchbay/contracts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import type { Clock } from '../clock.ts';
import type { PrincipalId, ServerName } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Server } from '../servers/server.ts';
import type { Cancel, Timers } from '../timers.ts';
import { pinModeOf, type Pin, type PinStore, type Sighting } from './pin.ts';

/**
 * How a tool stands to what is known of it. `unreadable` cannot be compared, `unchecked` is not, because its server has
 * `pin: off`.
 */
export type PinState = 'accepted' | 'changed' | 'new' | 'unreadable' | 'unchecked';

export interface PinsDeps {
  readonly store: PinStore;
  readonly toolDigest: ToolDigest;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** Whether another hub may accept something. */
  readonly isShared: boolean;
  /** A tool was seen for the first time as it is now, and is not as it was accepted. */
  readonly onSeen: (server: Server, tool: string, state: 'changed' | 'new') => void;
  /** Something may be held back, or no longer be. */
  readonly onChanged: () => void;
}

/**
 * So many names of one server are remembered. One that makes up new ones again and again must not fill the disk; what it
 * shows beyond that waits until somebody has looked.
 */
const maxPins = 10_000;
const readAgainMs = 3_000;

/** Which definitions of tools are known, in memory. A class because it owns a timer and what is not yet written. */
export class Pins {
  readonly #deps: PinsDeps;
  readonly #pins = new Map<ServerName, Map<string, Pin>>();
  #stamp = '';
  #revision = 0;
  #writing: Promise<unknown> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  #cancel: Cancel | undefined;
  #isStopped = false;

  constructor(deps: PinsDeps) {
    this.#deps = deps;
  }

  /** Counts changes, so that what was made from them can be kept until then. */
  get revision(): number {
    return this.#revision;
  }

  /** Before anything is served. Rejects when they cannot be read: then nobody knows what was accepted. */
  async start(): Promise<void> {
    await this.#read();
    if (this.#deps.isShared) this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  /** Resolves when what was seen is written, or given up. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  of(server: ServerName): ReadonlyMap<string, Pin> {
    return this.#pins.get(server) ?? none;
  }

  /** Asked again at every call, so that a tool that has just changed is not called once more. */
  stateOf({ name, settings }: Server, definition: ToolDefinition): PinState {
    const mode = pinModeOf(settings);
    if (mode === 'off' && !settings.review) return 'unchecked';
    const digest = this.#digestOf(definition);
    if (digest === undefined) return 'unreadable';
    const accepted = this.of(name).get(definition.name)?.accepted;
    if (!accepted) return settings.review || this.#isFull(name) ? 'new' : 'accepted';
    if (accepted.digest === digest) return 'accepted';
    return mode === 'off' ? 'unchecked' : 'changed';
  }

  /** Whether it is neither shown nor called. */
  isHeld(server: Server, definition: ToolDefinition): boolean {
    const state = this.stateOf(server, definition);
    if (state === 'changed') return pinModeOf(server.settings) === 'quarantine';
    return state === 'new' || state === 'unreadable';
  }

  /** What a server shows now. Memory first: what follows from it must not wait for a database. */
  learn(server: Server, definitions: readonly ToolDefinition[]): void {
    this.#revision += 1; // its settings may be others as well
    const { settings, name } = server;
    if (pinModeOf(settings) === 'off' && !settings.review) return this.#deps.onChanged();
    const news = definitions
      .flatMap((definition) => this.#sightingOf(name, definition) ?? [])
      .filter((sighting) => this.#see(server, sighting));
    if (news.length > 0) this.#write(news, !settings.review);
    this.#deps.onChanged();
  }

  /** Somebody has looked at these, as they are now. */
  async accept({ name }: Server, definitions: readonly ToolDefinition[], by: PrincipalId): Promise<void> {
    const sightings = definitions.flatMap((definition) => this.#sightingOf(name, definition) ?? []);
    await this.flush(); // what was noted before must not come after
    await this.#deps.store.accept(sightings, by);
    await this.#read();
  }

  /** Whether there is anything to write. */
  #see(server: Server, sighting: Sighting): boolean {
    const { name } = sighting.definition;
    const before = this.of(server.name).get(name);
    const after = pinAfter(before, sighting, !server.settings.review);
    if (after === before || (!before && this.#isFull(server.name))) return false;
    this.#put(after);
    const state = this.stateOf(server, sighting.definition);
    if (state === 'changed' || state === 'new') this.#deps.onSeen(server, name, state);
    return true;
  }

  #put(pin: Pin): void {
    const own = this.#pins.get(pin.server) ?? new Map<string, Pin>();
    this.#pins.set(pin.server, own.set(pin.tool, pin));
  }

  #isFull(server: ServerName): boolean {
    return this.of(server).size >= maxPins;
  }

  #write(sightings: readonly Sighting[], isAccepted: boolean): void {
    const { store, log } = this.#deps;
    this.#writing = this.#writing
      .then(() => store.note(sightings, isAccepted))
      .catch((error: unknown) => log.warn('pins.unsaved', { count: sightings.length, error }));
  }

  #sightingOf(server: ServerName, definition: ToolDefinition): Sighting | undefined {
    const digest = this.#digestOf(definition);
    return digest === undefined ? undefined : { server, definition, digest, at: this.#deps.clock.now() };
  }

  /** Undefined for what is nested so deeply that nobody can go through it. */
  #digestOf(definition: ToolDefinition): string | undefined {
    try {
      return this.#deps.toolDigest(definition);
    } catch {
      return undefined;
    }
  }

  /** One after the other: an older reading that is slow must not undo a newer one. */
  #read(): Promise<void> {
    const next = this.#reading.then(() => this.#readNow());
    this.#reading = next.catch(() => {});
    return next;
  }

  /** What is known here and could not be written stays. */
  async #readNow(): Promise<void> {
    const { store, onChanged } = this.#deps;
    const stamp = await store.stamp();
    for (const pin of await store.list()) this.#put(pin);
    this.#stamp = stamp;
    this.#revision += 1;
    onChanged();
  }

  #plan(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#deps.timers.after(readAgainMs, () => {
      this.#look()
        .catch((error: unknown) => this.#deps.log.warn('pins.unread', { error }))
        .finally(() => this.#plan());
    });
  }

  async #look(): Promise<void> {
    if ((await this.#deps.store.stamp()) === this.#stamp) return;
    await this.flush();
    await this.#read();
  }
}

const none: ReadonlyMap<string, Pin> = new Map();

/** What is known after a tool was seen; the same object if that is no news. */
function pinAfter(
  before: Pin | undefined,
  { server, definition, digest, at }: Sighting,
  isTaken: boolean,
): Pin {
  const accepted = before?.accepted ?? (isTaken ? { digest, at, by: null } : null);
  if (before && before.seen === digest && before.accepted === accepted) return before;
  return { server, tool: definition.name, accepted, seen: digest };
}
