import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cancel, Timers } from '../timers.ts';
import type { Entry } from './directory.ts';
import type { MeshRegistry } from './mesh-registry.ts';
import type { MeshStore } from './mesh-store.ts';

export interface MeshTimes {
  /** Not seen for so long, an agent is given up. */
  readonly timeoutMs: number;
  readonly scanMs: number;
  /** After a start nobody is given up before that: agents need a moment to find the registry again. */
  readonly graceMs: number;
  /** One that was given up is forgotten after that; 0 keeps it for ever. */
  readonly retentionMs: number;
}

export interface MeshWatchDeps {
  readonly registry: MeshRegistry;
  readonly store: Pick<MeshStore, 'load' | 'changedSince' | 'seen' | 'find'>;
  /** Others write to the same store, so that an agent may be alive without our having seen it. */
  readonly isShared: boolean;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly times: MeshTimes;
  /** Agents that the hub itself is; they live as long as it does. */
  readonly isOwn: (id: string) => boolean;
}

/** Between two looks at what other replicas changed. */
const lookMs = 2_000;
/** Clocks of replicas differ, and what is written is seen a little later. */
const overlapMs = 30_000;
/** A look that comes so much too late tells that it was we who were away. */
const latenessMs = 2_000;

/**
 * Gives up those that are silent. In doubt it waits: when the store does not answer, when the hub itself was away, and
 * after a start. A class because it owns timers.
 */
export class MeshWatch {
  readonly #deps: MeshWatchDeps;
  readonly #cancels = new Map<'scan' | 'look', Cancel>();
  #isLoaded = false;
  #graceUntil = 0;
  #dueAt = 0;
  #lookedAt: Date | undefined;

  constructor(deps: MeshWatchDeps) {
    this.#deps = deps;
  }

  /** Until then nobody can be told that they are unknown. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  async start(): Promise<void> {
    const { store, registry, clock, times } = this.#deps;
    this.#lookedAt = clock.now();
    const { agents, names } = await store.load();
    for (const name of names) registry.adoptName(name);
    for (const stored of agents) registry.restore(stored);
    this.#isLoaded = true;
    this.#graceUntil = clock.now().getTime() + times.graceMs;
    this.#planScan();
    if (this.#deps.isShared) this.#planLook();
  }

  stop(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }

  /** Whether the store knows somebody whom the memory does not; rejects when it cannot say. */
  async lookUp(id: string): Promise<boolean> {
    const { store, registry } = this.#deps;
    for (const stored of await store.find([id])) registry.adopt(stored);
    return registry.entries.has(id);
  }

  #planScan(): void {
    const { timers, clock, times } = this.#deps;
    this.#dueAt = clock.now().getTime() + times.scanMs;
    this.#cancels.set(
      'scan',
      timers.after(
        times.scanMs,
        () => void this.#scan().finally(() => this.#cancels.has('scan') && this.#planScan()),
      ),
    );
  }

  async #scan(): Promise<void> {
    const { registry, clock, times, log, isOwn } = this.#deps;
    const now = clock.now().getTime();
    if (now - this.#dueAt > latenessMs) this.#graceUntil = Math.max(this.#graceUntil, now + times.timeoutMs);
    for (const entry of registry.entries.values()) if (isOwn(entry.agent.id)) entry.seenAt = now;
    if (now < this.#graceUntil) return;
    const silent = [...registry.entries.values()].filter(
      ({ agent, seenAt }) => agent.status !== 'unhealthy' && now - seenAt > times.timeoutMs,
    );
    try {
      for (const entry of await this.#stillSilent(silent, now)) registry.giveUp(entry, 'timeout');
    } catch (error) {
      log.warn('mesh.scan.postponed', { silent: silent.length, error });
    }
    this.#sweep(now);
  }

  /** They may have been seen elsewhere, or while we asked. */
  async #stillSilent(silent: readonly Entry[], now: number): Promise<readonly Entry[]> {
    const { store, times, isShared } = this.#deps;
    if (!isShared || silent.length === 0) return silent;
    const seen = await store.seen(silent.map(({ agent }) => agent.id));
    for (const entry of silent)
      entry.seenAt = Math.max(entry.seenAt, seen.get(entry.agent.id)?.getTime() ?? 0);
    return silent.filter(({ seenAt }) => now - seenAt > times.timeoutMs);
  }

  #sweep(now: number): void {
    const { registry, times } = this.#deps;
    if (times.retentionMs === 0) return;
    for (const entry of registry.entries.values())
      if (entry.agent.status === 'unhealthy' && now - entry.seenAt > times.retentionMs)
        registry.forget(entry);
  }

  #planLook(): void {
    this.#cancels.set(
      'look',
      this.#deps.timers.after(
        lookMs,
        () => void this.#look().finally(() => this.#cancels.has('look') && this.#planLook()),
      ),
    );
  }

  async #look(): Promise<void> {
    const { store, registry, clock, log } = this.#deps;
    const from = new Date((this.#lookedAt ?? clock.now()).getTime() - overlapMs);
    const startedAt = clock.now();
    try {
      const changed = await store.changedSince(from);
      // Most of it is what this replica wrote itself.
      const news = [...changed].filter(([id, at]) => registry.isNews(id, at)).map(([id]) => id);
      for (const stored of await store.find(news)) registry.adopt(stored);
      this.#lookedAt = startedAt;
    } catch (error) {
      log.warn('mesh.look.failed', { error });
    }
  }
}
