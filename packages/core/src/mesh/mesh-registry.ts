import type { MeshAgentView, ReadHeartbeat } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { PrincipalId } from '../ids.ts';
import { toAgentView } from './agent-view.ts';
import { answered, misread, type Beat } from './beat.ts';
import { createDirectory, longestGone, type Directory, type Entry } from './directory.ts';
import { newsOfEntry } from './entry-news.ts';
import { printOf, type MeshAgent, type MeshProfile } from './mesh-agent.ts';
import type { MeshLedger } from './mesh-ledger.ts';
import { MeshNames } from './mesh-names.ts';
import type { MeshEvent, MeshName, StoredMeshAgent } from './mesh-store.ts';
import { meetNeeds, type NeedsWorld } from './needs.ts';
import { readProfile } from './read-profile.ts';
import { findCycleWith } from './required-cycle.ts';
import { createResolver, type ResolverRules } from './resolver.ts';
import { tellChoices } from './told-choices.ts';
import { hearCalls } from './traffic.ts';
import {
  isForeign,
  quotaOf,
  refuseNewcomer,
  type MeshQuotas,
  type Sender,
  type TrustRefusal,
} from './trust.ts';

export interface MeshRegistryDeps {
  readonly clock: Clock;
  readonly ledger: MeshLedger;
  readonly rules: ResolverRules;
  readonly quotas: MeshQuotas;
  /** An agent came, went or is not what it was. */
  readonly onChanged: (agent: MeshAgent) => void;
  /** A living agent says that it is somewhere else now. */
  readonly onMoved: (agent: MeshAgent, from: string) => void;
}

/** What a bare sign of life comes to. */
export type Touch = 'unchanged' | 'changed' | 'unknown' | 'foreign';

/**
 * Who is in the mesh. All of it is in memory and nothing waits: thousands of heartbeats a second go through here. Only
 * its own clock counts, never that of an agent.
 */
export class MeshRegistry {
  readonly #deps: MeshRegistryDeps;
  readonly #directory: Directory = createDirectory();
  readonly #names: MeshNames;
  #world: NeedsWorld | undefined;
  /** Of the last change that agents must hear of. */
  #topology = 0;
  #stamp = 0;
  #isDraining = false;

  constructor(deps: MeshRegistryDeps) {
    this.#deps = deps;
    this.#names = new MeshNames(deps);
  }

  get entries(): ReadonlyMap<string, Entry> {
    return this.#directory.entries;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** While it drains it takes no agents that it does not know; those that it knows go on. */
  drain(isDraining: boolean): void {
    this.#isDraining = isDraining;
  }

  /** The resolver for the agents as they are now. */
  world(): NeedsWorld {
    const { providers } = this.#directory;
    this.#world ??= { providers, resolver: createResolver(providers, this.#deps.rules) };
    return this.#world;
  }

  view(entry: Entry): MeshAgentView {
    return toAgentView(this.world(), entry);
  }

  names(): ReadonlyMap<string, MeshName> {
    return this.#names.all;
  }

  /** A sign of life. It does not bring back one that was given up: that one must say again who it is. */
  touch(id: string, by: Sender, calls?: string): Touch {
    const entry = this.#directory.entries.get(id);
    if (!entry || entry.agent.status === 'unhealthy') return 'unknown';
    if (isForeign(entry.agent, by)) return 'foreign';
    entry.seenAt = this.#deps.clock.now().getTime();
    if (calls !== undefined) hearCalls(entry, calls, this.#deps.clock.now());
    this.#deps.ledger.seen(id);
    return this.#topology > entry.fullAt ? 'changed' : 'unchanged';
  }

  /** A whole heartbeat: registers, brings back, keeps alive, and says who meets its needs. */
  heartbeat(beat: ReadHeartbeat, by: Sender): Beat {
    const read = readProfile(beat);
    if (read.kind === 'refused') return misread(beat.agent_id, read.message, this.#deps.clock.now());
    const { profile } = read;
    const known = this.#directory.entries.get(profile.id);
    if (this.#isDraining && !known) return { kind: 'draining' };
    if (!known) this.#makeRoom(by);
    const refusal = this.#refuse(profile, by, known?.agent);
    if (refusal) return { kind: 'refused', ...refusal };
    const isOther = known?.print !== printOf(profile);
    // Only a change can close a loop.
    const cycle = isOther ? findCycleWith(profile, this.#directory.entries) : undefined;
    if (cycle)
      return misread(profile.id, `required dependency cycle: ${cycle.join(' → ')}`, this.#deps.clock.now());
    const entry = this.#admit(profile, by, { known, isOther });
    return this.#answer(entry, !known, read.warnings);
  }

  /** The hub itself as an agent. It may be somewhere else after every start. */
  present(profile: MeshProfile, by: PrincipalId): void {
    const known = this.#directory.entries.get(profile.id);
    const isOther = known?.print !== printOf(profile);
    this.#admit(profile, { id: by }, { known, isOther });
  }

  /** It goes in good order. What is not there is gone already. */
  unregister(id: string, by: Sender | 'operator'): 'gone' | 'foreign' {
    const entry = this.#directory.entries.get(id);
    if (!entry) return 'gone';
    const { agent } = entry;
    if (by !== 'operator' && isForeign(agent, by)) return 'foreign';
    if (agent.status !== 'unhealthy') this.#turn(entry, 'unregister', { reason: 'graceful_shutdown' });
    return 'gone';
  }

  /** It was not seen for too long. */
  giveUp(entry: Entry, reason: string): void {
    const data = {
      reason,
      old_status: entry.agent.status,
      new_status: 'unhealthy',
      last_seen: isoOf(entry.seenAt),
    };
    this.#turn(entry, 'unhealthy', data);
  }

  /** It was gone for so long that nobody asks for it any more. */
  forget({ agent, seenAt }: Entry, reason = 'retention'): void {
    this.#directory.remove(agent.id);
    this.#world = undefined;
    this.#deps.ledger.removed(agent.id);
    this.#tell('expire', agent, { reason, last_seen: isoOf(seenAt) });
  }

  /** What an earlier run wrote down. Whoever had heard of everything then has now. */
  restore({ agent, seenAt, fullAt }: StoredMeshAgent): void {
    this.#directory.put(agent, { seenAt: seenAt.getTime(), fullAt: fullAt.getTime() });
    this.#world = undefined;
    this.#topology = Math.max(this.#topology, agent.changedAt.getTime());
    this.#stamp = Math.max(this.#stamp, this.#topology);
    this.#deps.onChanged(agent);
  }

  /** Whether an agent is one that the memory does not know, or knows as it was earlier. */
  isNews(id: string, changedAt: Date): boolean {
    const known = this.#directory.entries.get(id);
    if (!known) return !this.#deps.ledger.isRemoved(id);
    return known.agent.changedAt < changedAt;
  }

  /** What another replica wrote down. The newer knowledge wins, and it is news from now on, whenever it happened. */
  adopt({ agent, seenAt, fullAt }: StoredMeshAgent): void {
    const known = this.#directory.entries.get(agent.id);
    if (known) known.seenAt = Math.max(known.seenAt, seenAt.getTime());
    if (!this.isNews(agent.id, agent.changedAt)) return;
    this.#directory.put(agent, known ?? { seenAt: seenAt.getTime(), fullAt: fullAt.getTime() });
    this.#world = undefined;
    this.#topology = this.#nextStamp();
    this.#deps.onChanged(agent);
  }

  adoptName(name: MeshName): void {
    this.#names.adopt(name);
  }

  /** Whether agents of that name may be in the catalogue; without an owner, whose it is. */
  setName(name: string, change: Partial<Pick<MeshName, 'owner' | 'isApproved'>>): MeshName {
    const next = this.#names.set(name, change);
    for (const { agent } of this.#directory.entries.values())
      if (agent.name === name) this.#deps.onChanged(agent);
    return next;
  }

  #refuse(profile: MeshProfile, by: Sender, known: MeshAgent | undefined): TrustRefusal | undefined {
    const { entries, countOf } = this.#directory;
    const nameOwner = this.#names.ownerOf(profile.name);
    const counts = { count: entries.size, ownCount: countOf(by?.id ?? null) };
    return refuseNewcomer({ profile, by, known, nameOwner, ...counts }, this.#deps.quotas);
  }

  /** Those that start again have another id each time: what they were goes before they would be refused for it. */
  #makeRoom(by: Sender): void {
    const { quotas } = this.#deps;
    const { entries, countOf } = this.#directory;
    const owner = by?.id ?? null;
    if (entries.size < quotas.maxAgents && countOf(owner) < quotaOf(by, quotas)) return;
    const longest = longestGone(entries, owner);
    if (longest) this.forget(longest, 'quota');
  }

  #admit(profile: MeshProfile, by: Sender, { known, isOther }: Standing): Entry {
    const now = this.#deps.clock.now();
    const { ledger } = this.#deps;
    const isBack = !known || known.agent.status === 'unhealthy';
    if (known && !isOther && !isBack) known.seenAt = now.getTime();
    else this.#enter(profile, by, known);
    const entry = this.#directory.entries.get(profile.id);
    if (!entry) throw new Error('It was put there just now.');
    entry.fullAt = this.#nextStamp();
    ledger.full(profile.id, entry.fullAt);
    return entry;
  }

  #enter(profile: MeshProfile, by: Sender, known: Entry | undefined): void {
    const { clock, ledger, onChanged, onMoved } = this.#deps;
    const now = clock.now();
    const stamp = this.#nextStamp();
    const before = known?.agent;
    const agent: MeshAgent = {
      ...profile,
      status: 'healthy',
      createdAt: before?.createdAt ?? now,
      changedAt: new Date(stamp),
      owner: by?.id ?? before?.owner ?? null,
    };
    this.#takeName(profile.name, by);
    this.#directory.put(agent, { seenAt: now.getTime(), fullAt: stamp });
    this.#world = undefined;
    this.#topology = stamp;
    ledger.changed(agent);
    ledger.learn(agent.tools, agent.runtime);
    const { type, data, from } = newsOfEntry(agent, before);
    this.#tell(type, agent, data);
    if (from !== undefined) onMoved(agent, from);
    onChanged(agent);
  }

  #takeName(name: string, by: Sender): void {
    if (by === null || this.#names.ownerOf(name) === by.id) return;
    this.setName(name, { owner: by.id });
  }

  #answer(entry: Entry, isNew: boolean, warnings: readonly string[]): Beat {
    const { agent } = entry;
    const now = this.#deps.clock.now();
    const world = this.world();
    const needs = meetNeeds(world, agent);
    for (const event of tellChoices(entry, needs, now)) this.#deps.ledger.happened(event);
    return answered(world, { agent, isNew, needs, warnings }, now);
  }

  #turn(entry: Entry, type: 'unregister' | 'unhealthy', data: MeshEvent['data']): void {
    const stamp = this.#nextStamp();
    const agent: MeshAgent = { ...entry.agent, status: 'unhealthy', changedAt: new Date(stamp) };
    this.#directory.put(agent, entry);
    this.#world = undefined;
    this.#topology = stamp;
    this.#deps.ledger.changed(agent);
    this.#tell(type, agent, data);
    this.#deps.onChanged(agent);
  }

  #tell(type: MeshEvent['type'], agent: MeshAgent, data: MeshEvent['data']): void {
    const at = this.#deps.clock.now();
    this.#deps.ledger.happened({
      type,
      agentId: agent.id,
      agentName: agent.name,
      functionName: null,
      at,
      data,
    });
  }

  /** The time, but never the same twice: what comes later has the higher one. */
  #nextStamp(): number {
    this.#stamp = Math.max(this.#deps.clock.now().getTime(), this.#stamp + 1);
    return this.#stamp;
  }
}

interface Standing {
  readonly known: Entry | undefined;
  readonly isOther: boolean;
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
