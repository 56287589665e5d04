import {
  fail,
  isJsonObject,
  type JsonObject,
  type PatchbayError,
  type ToolDefinition,
} from '@patchbay/contracts';
import type { Link, LinkRequest, OpenLink } from '@patchbay/core';
import { callFates, listFates, withEffect, type Fate, type Mood, type Temperament } from './fates.ts';
import { callMs } from './seeded-hub.ts';
import type { Random } from './random.ts';
import { createSeededLink, lost, type SeededLink, type Settle } from './seeded-link.ts';
import type { CountedTimers } from './virtual-time.ts';

export interface SeededUpstreamDeps {
  readonly name: string;
  readonly random: Random;
  readonly timers: CountedTimers;
  readonly now: () => number;
  /** Undefined for one that is always well. */
  readonly temperament: Temperament | undefined;
  readonly onEffect: (call: string) => void;
  readonly onAttempt: () => void;
  /** A call had its answer. */
  readonly onAnswer: () => void;
  readonly note: (who: string, what: string) => void;
}

const answerMs = {
  good: [2, 50],
  lossy: [2, 400],
  slow: [500, 70_000],
  silent: [2, 50],
  refusing: [2, 50],
} as const satisfies Record<Mood, readonly [number, number]>;

const slowestListMs = 12_000;
const answers: ReadonlySet<Fate> = new Set<Fate>(['answered', 'said-to-have-failed', 'answered-with-error']);

/** A server whose every whim comes from a seed. A class because it owns links. */
export class SeededUpstream {
  readonly #deps: SeededUpstreamDeps;
  readonly #links = new Set<SeededLink>();
  /** Links that open or close included. */
  #present = 0;
  #mood: Mood = 'good';
  #moodSince = 0;
  #calledAt = 0;
  #isHealed = false;
  /** Counts restarts: what one life had begun, the next does not end. */
  #life = 0;
  #toolCount = 2;

  constructor(deps: SeededUpstreamDeps) {
    this.#deps = deps;
    deps.timers.after(deps.random.between(1, 30_000), () => this.#turn());
  }

  /** How many links are not gone yet, those that open or close included. */
  get links(): number {
    return this.#present;
  }

  /** How many of them can be used. */
  get openLinks(): number {
    let count = 0;
    for (const one of this.#links) if (one.isOpen()) count += 1;
    return count;
  }

  get tools(): readonly ToolDefinition[] {
    return offers.slice(0, this.#toolCount);
  }

  /** How long nobody can have had an answer from it, or be waiting for one of a call. */
  get silentMs(): number {
    const { now } = this.#deps;
    return this.#mood === 'silent' ? now() - Math.max(this.#moodSince, this.#calledAt + callMs) : 0;
  }

  /** From now on it is well for ever. */
  heal(): void {
    this.#isHealed = true;
    this.#mood = 'good';
  }

  announce(): void {
    for (const one of this.#links) one.announce();
  }

  async connect(open: OpenLink): Promise<Link> {
    const { random, timers, onAttempt } = this.#deps;
    onAttempt();
    this.#present += 1;
    const leave = (): void => void (this.#present -= 1);
    await this.#knock(open).catch((error: unknown) => {
      leave();
      throw error;
    });
    const entered = createSeededLink({
      open,
      timers,
      serve: (ask, settle) => this.#serve(ask, settle),
      closeMs: random.isChosen(0.2) ? random.between(1, 3_000) : 0,
      onGone: () => (this.#links.delete(entered), leave()),
    });
    this.#links.add(entered);
    return entered.link;
  }

  #knock({ timeoutMs, signal }: OpenLink): Promise<void> {
    const { name, random, timers } = this.#deps;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancelTimeout = timers.after(timeoutMs, () =>
      reject(fail('MCP_TIMEOUT', { serverId: name, afterMs: timeoutMs, phase: 'not-sent' })),
    );
    const cancelEntry = timers.after(random.between(1, this.#mood === 'slow' ? 8_000 : 200), () => {
      if (this.#mood === 'refusing') reject(lost(name, 'nothing listens there.', 'not-sent'));
      else if (this.#mood !== 'silent') resolve();
    });
    const giveUp = (): void => reject(fail('CALL_CANCELLED', {}));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
    return promise.finally(() => (cancelTimeout(), cancelEntry()));
  }

  #serve(ask: LinkRequest, settle: Settle): void {
    const { name, random, timers, now, onEffect, onAnswer, note } = this.#deps;
    const isCall = ask.method === 'tools/call';
    if (isCall) this.#calledAt = now();
    const fate = random.pick<Fate>((isCall ? callFates : listFates)[this.#mood]);
    const [least, most] = answerMs[this.#mood];
    const tookMs = random.between(least, isCall ? most : Math.min(most, slowestListMs));
    if (isCall || fate !== 'answered') note(name, `${ask.method} ${fate}`);
    const life = this.#life;
    const inThisLife = (run: () => void) => (): void => void (life === this.#life && run());
    if (isCall && withEffect.has(fate))
      timers.after(
        this.#effectMs(fate, tookMs),
        inThisLife(() => onEffect(callOf(ask))),
      );
    const result = isCall ? { content: [] } : { tools: [...this.tools] };
    timers.after(
      tookMs,
      inThisLife(() => {
        if (isCall && answers.has(fate)) onAnswer();
        this.#finish(fate, result, settle);
      }),
    );
  }

  /** What hangs or is lost may be at work long after nobody waits for it. */
  #effectMs(fate: Fate, tookMs: number): number {
    const { random } = this.#deps;
    const isLate = fate === 'hung-after' || (fate === 'lost-after' && random.isChosen(0.3));
    return isLate ? random.between(1, 90_000) : Math.floor(tookMs / 2);
  }

  #finish(fate: Fate, result: JsonObject, settle: Settle): void {
    const { name } = this.#deps;
    if (fate === 'answered') settle.answer({ result });
    else if (fate === 'said-to-have-failed') settle.answer({ result: { ...result, isError: true } });
    else if (fate === 'answered-with-error') settle.answer({ error: { code: -32_000, message: 'no' } });
    else if (fate === 'garbled')
      settle.fail(fail('MCP_PROTOCOL_ERROR', { serverId: name, reason: 'its answer is no answer.' }));
    else if (fate === 'not-sent') settle.fail(lost(name, 'it cannot be sent.', 'not-sent'));
    else if (fate === 'refused') settle.fail(this.#refused());
    else if (fate === 'lost-before' || fate === 'lost-after') settle.lose('The connection broke.');
  }

  #refused(): PatchbayError {
    const { name, random } = this.#deps;
    const retryAfterMs = random.isChosen(0.3) ? random.between(0, 20_000) : undefined;
    const reason = 'it knows no such session.';
    return fail('MCP_CONNECTION_FAILED', { serverId: name, reason, phase: 'refused', retryAfterMs });
  }

  #turn(): void {
    const { name, random, timers, temperament, now, note } = this.#deps;
    if (this.#isHealed || !temperament) return;
    const weights = Object.fromEntries(Object.entries(temperament).map(([key, { weight }]) => [key, weight]));
    const before = this.#mood;
    this.#mood = random.pick<Mood>(weights);
    note(name, this.#mood);
    if (this.#mood !== before) this.#moodSince = now();
    if (this.#mood === 'refusing' || random.isChosen(0.1)) this.#restart();
    if (random.isChosen(0.1)) this.#change();
    timers.after(random.wait(temperament[this.#mood]?.meanMs ?? 0), () => this.#turn());
  }

  #restart(): void {
    this.#life += 1;
    for (const one of this.#links) one.end('It died.');
  }

  /** Half of those who change their tools say so. */
  #change(): void {
    this.#toolCount = this.#deps.random.between(2, offers.length);
    if (this.#deps.random.isChosen(0.5)) this.announce();
  }
}

const offers: readonly ToolDefinition[] = [
  { name: 'read', annotations: { readOnlyHint: true } },
  { name: 'write' },
  { name: 'more' },
  { name: 'most' },
];

function callOf({ params }: LinkRequest): string {
  const args = params?.['arguments'];
  const call = isJsonObject(args) ? args['call'] : undefined;
  return typeof call === 'string' ? call : '';
}
