import type { Heartbeat as Body, HeartbeatAnswer } from '@patchbay/contracts';
import type { TellNews } from '../events.ts';
import type { Health } from '../health.ts';
import type { Cancel, World } from '../world.ts';
import { firstBeat, nextBeat, type Beat, type PulseEvent, type PulseState } from './pulse.ts';
import type { RegistryClient, RegistryReply } from './registry-client.ts';

export interface HeartbeatDeps {
  readonly agentId: string;
  readonly registry: RegistryClient;
  readonly health: Health;
  readonly world: World;
  readonly intervalMs: number;
  /** Everything about the agent, as it is now. */
  readonly describe: () => Body;
  readonly onAnswer: (answer: HeartbeatAnswer) => void;
  readonly tell: TellNews;
}

/** Keeps the registry informed, one beat after the other. Calls between agents do not depend on it. */
export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  #beat: Beat = firstBeat;
  #cancel: Cancel | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #lastStatus = 'healthy';

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps;
  }

  get state(): PulseState {
    return this.#beat.state;
  }

  /** Beats now, and goes on by itself. Resolves when the registry has answered, or has not. */
  beatNow(): Promise<void> {
    this.#cancel?.();
    this.#underWay = this.#underWay.then(() => this.#turn());
    return this.#underWay;
  }

  /** Tells the registry that the agent leaves. */
  async stop(): Promise<void> {
    const { agentId, registry } = this.#deps;
    registry.abandon();
    await this.#underWay;
    this.#cancel?.();
    const wasKnown = this.#beat.state !== 'withdrawn';
    this.#take('stop');
    if (wasKnown) await registry.remove(agentId);
  }

  /** What must follow at once follows before anything else. */
  async #turn(): Promise<void> {
    do await this.#once();
    while (this.#beat.afterMs === 0 && this.#beat.next !== 'rest');
    if (this.#beat.next === 'rest') return;
    this.#cancel?.();
    this.#cancel = this.#deps.world.timers.after(this.#beat.afterMs, () => void this.beatNow());
  }

  async #once(): Promise<void> {
    const { agentId, registry, health, describe, tell } = this.#deps;
    if (this.#beat.next === 'rest') return;
    const { status } = await health.report();
    if (status !== this.#lastStatus) tell({ kind: 'health_status_changed', status });
    this.#lastStatus = status;
    if (status === 'unhealthy') return this.#withdraw();
    if (this.#beat.next === 'look') return this.#take('fit');
    const reply = await (this.#beat.next === 'register'
      ? registry.register(describe())
      : registry.ask(agentId));
    this.#hear(reply);
  }

  /** An agent that knows it cannot serve is not offered to others. */
  async #withdraw(): Promise<void> {
    const { agentId, registry } = this.#deps;
    const wasKnown = this.#beat.state !== 'withdrawn';
    this.#take('unfit');
    if (wasKnown) await registry.remove(agentId);
  }

  #hear(reply: RegistryReply): void {
    const { agentId, onAnswer, tell } = this.#deps;
    const wasLost = this.#beat.missed > 0;
    const wasRegistered = this.#beat.state !== 'unregistered';
    this.#take(reply.kind);
    if (reply.kind === 'missed') {
      if (this.#beat.missed === 1) tell({ kind: 'registry_disconnected', reason: reply.reason });
      return;
    }
    if (wasLost && reply.kind !== 'refused') tell({ kind: 'registry_connected' });
    if (reply.kind === 'refused') tell({ kind: 'registration_failed', reason: reply.reason });
    if (reply.kind !== 'accepted') return;
    if (!wasRegistered) tell({ kind: 'agent_registered', agentId });
    onAnswer(reply.answer);
  }

  #take(event: Exclude<PulseEvent, 'missed-again'>): void {
    const { intervalMs, world } = this.#deps;
    const next = nextBeat(this.#beat, event, { intervalMs, fraction: world.chance.fraction() });
    if (next) this.#beat = next;
  }
}
