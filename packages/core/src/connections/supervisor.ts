import { fail, PatchbayError, type RpcAnswer } from '@patchbay/contracts';
import type { Server } from '../servers/server.ts';
import type { Cancel } from '../timers.ts';
import { delayBefore } from './backoff.ts';
import { refusalOf, toView, type ConnectionView } from './connection-view.ts';
import { DialBudget } from './dial-budget.ts';
import { inTime } from './in-time.ts';
import { EraMemory } from './era-memory.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { Link, LinkEnd } from './link.ts';
import { Standing } from './standing.ts';
import type { SupervisedRequest, SupervisorDeps, SupervisorStart } from './supervisor-deps.ts';
import { asSentence, toWhy, whyOf } from './why.ts';

/** A connection that held for so long was a good one: the next loss begins counting anew. */
const stableMs = 30_000;

/**
 * The only code that opens or closes the connection of one server in one scope. There is at most one attempt
 * at a time and everybody who wants a connection waits for that one. Each attempt has a generation, so that
 * what an old connection still has to say cannot hurt a new one. A class because it owns a connection.
 */
export class Supervisor {
  readonly #deps: SupervisorDeps;
  #server: Server;
  readonly #standing: Standing;
  readonly #budget: DialBudget;
  readonly #era: EraMemory;
  #generation = 0;
  #link: Link | undefined;
  #opening: Promise<Link> | undefined;
  /** The end of whatever was open before; no new link is opened until then. */
  #closing: Promise<unknown> = Promise.resolve();
  #attempt: AbortController | undefined;
  #cancelRetry: Cancel | undefined;
  #cancelIdle: Cancel | undefined;
  #active = 0;
  #isClosed = false;

  constructor(deps: SupervisorDeps, { server, isLazy, knownEra }: SupervisorStart) {
    this.#deps = deps;
    this.#server = server;
    this.#era = new EraMemory(knownEra, deps.clock);
    this.#budget = new DialBudget(deps.clock);
    const start = { isEnabled: server.enabled, isLazy };
    this.#standing = new Standing(start, deps.clock, () => this.#deps.onStatus(this.#server, this.view()));
  }

  get server(): Server {
    return this.#server;
  }

  /** Requests on their way now. */
  get activeCalls(): number {
    return this.#active;
  }

  view(): ConnectionView {
    return toView(this.#standing.state, this.#link, this.#deps.reconnection);
  }

  /** Opens the connection, or joins the attempt that runs. */
  connect(): Promise<Link> {
    if (this.#link) return Promise.resolve(this.#link);
    if (this.#opening) return this.#opening;
    if (this.#isClosed || !this.#standing.canTake('attempt')) return Promise.reject(this.#unavailable());
    const opening = this.#open();
    this.#opening = opening;
    const forget = (): void => void (this.#opening === opening && (this.#opening = undefined));
    opening.then(forget, forget);
    return opening;
  }

  /** A connection for a call: the one there is, or one attempt where the status lets a call make it. */
  ensure(): Promise<Link> {
    if (this.#link) return Promise.resolve(this.#link);
    if (this.#opening) return this.#opening;
    const refusal = refusalOf(this.#standing.state, this.#deps.reconnection) ?? this.#exhaustion();
    return refusal === undefined ? this.connect() : Promise.reject(this.#unavailable(refusal));
  }

  /** Within its time, a connection that must be opened first included. */
  async request(ask: SupervisedRequest): Promise<RpcAnswer> {
    if (this.#link) return this.#send(this.#link, ask);
    const { clock, timers } = this.#deps;
    const begunAt = clock.now().getTime();
    const link = await inTime(this.ensure(), ask, { timers, serverId: this.#server.name });
    const leftMs = ask.timeoutMs - (clock.now().getTime() - begunAt);
    return this.#send(link, { ...ask, timeoutMs: Math.max(1, leftMs) });
  }

  async #send(link: Link, ask: SupervisedRequest): Promise<RpcAnswer> {
    ask.beforeSend?.();
    let isAnswered = false;
    this.#active += 1;
    try {
      const answer = await link.request(ask);
      isAnswered = true;
      return answer;
    } catch (error) {
      this.#doubt(link, error);
      throw error;
    } finally {
      this.#active -= 1;
      this.#standing.used(isAnswered);
    }
  }

  /** It answers no more: what there is of it is given up, and won back as after any loss. */
  giveUp(reason: string): void {
    if (this.#link) this.#lost({ reason, isOurs: true }, this.#generation);
  }

  disconnect(reason = 'It was disconnected.'): Promise<void> {
    return this.#stop('disconnect', reason);
  }

  disable(): Promise<void> {
    return this.#stop('disable', 'It was disabled.');
  }

  enable(): void {
    this.#standing.move('enable', null);
  }

  /** From now on it is this server. An open connection is replaced if it leads elsewhere now. */
  async redefine(server: Server, isReachedAnew: boolean): Promise<void> {
    const wasOpen = this.#link !== undefined || this.#opening !== undefined;
    this.#server = server;
    if (!isReachedAnew) return;
    this.#era.forget();
    if (!wasOpen) return;
    const stopped = this.#stop('disconnect', 'Its definition has changed.');
    const generation = this.#generation;
    await stopped;
    if (generation !== this.#generation) return; // somebody else has decided about it meanwhile
    await this.connect().then(
      () => undefined,
      () => undefined, // the status tells it
    );
  }

  /** For good: nothing is opened after it. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#stop('disconnect', 'The hub has stopped or the server was removed.');
  }

  async #open(): Promise<Link> {
    const generation = this.#begin();
    const { signal } = (this.#attempt = new AbortController());
    await this.#closing;
    this.#assertCurrent(generation);
    let link: Link | undefined;
    try {
      const dialled = (link = await this.#dial(signal));
      this.#assertCurrent(generation);
      // Whoever stops it does not wait for its lists.
      signal.addEventListener('abort', () => void dialled.close());
      await this.#deps.onOpened(this.#server, dialled);
      this.#assertCurrent(generation);
    } catch (error) {
      await link?.close();
      this.#assertCurrent(generation);
      this.#failed(error);
      throw error;
    }
    this.#opened(link, generation);
    return link;
  }

  #dial(signal: AbortSignal): Promise<Link> {
    const server = this.#server;
    // What is left of it is not enough to reach it, and might reach something else.
    if (server.credentialsLost)
      return Promise.reject(fail('SECRET_UNREADABLE', { owner: server.name, field: 'transport' }));
    return this.#deps.connector({
      server,
      signal,
      timeoutMs: this.#deps.timeoutsOf(server).connectMs,
      knownEra: this.#era.toTry,
      onListChanged: (change) => this.#deps.onListChanged(server, change),
      onNews: (news) => this.#deps.onNews?.(server, news),
    });
  }

  #begin(): number {
    this.#generation += 1;
    this.#cancelTimers();
    this.#budget.dialled();
    this.#standing.move('attempt', null);
    return this.#generation;
  }

  #opened(link: Link, generation: number): void {
    this.#link = link;
    this.#attempt = undefined; // it is over; aborting it would close the link behind our back
    this.#era.learn(link.era);
    this.#standing.opened();
    this.#standing.move('opened', null);
    this.#watchIdle();
    this.#deps.onLink?.(this.#server, link);
    void link.ended.then((end) => this.#lost(end, generation));
  }

  #failed(error: unknown): void {
    this.#standing.move('failed', toWhy(error));
    this.#retryLater();
  }

  #lost({ reason, lastWords }: LinkEnd, generation: number): void {
    if (generation !== this.#generation) return;
    const link = this.#link;
    this.#link = undefined;
    this.#closing = Promise.allSettled([this.#closing, link?.close()]);
    if (this.#standing.heldMs() >= stableMs) this.#standing.attempts(0);
    if (this.#standing.hasAnswered) this.#budget.paidOff();
    this.#cancelTimers();
    this.#standing.move('lost', { reason: asSentence(reason), code: 'MCP_CONNECTION_FAILED', lastWords });
    this.#retryLater();
  }

  /** A link that cannot even send leads nowhere. While others wait on it, their answers may still come. */
  #doubt(link: Link, error: unknown): void {
    const isAlone = this.#link === link && this.#active === 1;
    if (isAlone && PatchbayError.is(error, 'MCP_CONNECTION_FAILED') && error.data.phase === 'not-sent')
      this.giveUp(whyOf(error));
  }

  #retryLater(): void {
    const { reconnection, timers, clock, chance, log } = this.#deps;
    if (!reconnection.enabled) return;
    const { failedAttempts } = this.#standing.state;
    if (failedAttempts === reconnection.maxAttempts)
      log.warn('server.given-up', { server: this.#server.name, attempts: failedAttempts });
    const plainMs = delayBefore(failedAttempts + 1, reconnection, chance.fraction());
    const delayMs = Math.max(plainMs, this.#budget.waitMs);
    this.#cancelRetry = timers.after(delayMs, () => {
      this.#standing.attempts(failedAttempts + 1);
      this.connect().catch(() => {}); // the status tells it
    });
    this.#standing.plan(new Date(clock.now().getTime() + delayMs));
  }

  /** While the plan goes on, calls need not hasten it again and again. */
  #exhaustion(): string | undefined {
    const { nextAttemptAt } = this.#standing.state;
    if (!nextAttemptAt || this.#budget.hasRoomForCalls) return undefined;
    return `its connection failed too often; the next attempt is at ${nextAttemptAt.toISOString()}.`;
  }

  #watchIdle(): void {
    if (!this.#standing.state.isLazy) return;
    const { idleMs } = this.#deps.timeoutsOf(this.#server);
    const idleForMs = this.#standing.idleMs();
    if (idleForMs >= idleMs && this.#active === 0)
      return void this.#stop('idle', `It was closed after ${String(idleMs / 60_000)} min without use.`);
    this.#cancelIdle = this.#deps.timers.after(Math.max(idleMs - idleForMs, 1_000), () => this.#watchIdle());
  }

  async #stop(event: LifecycleEvent, reason: string): Promise<void> {
    const [link, opening] = [this.#link, this.#opening];
    this.#generation += 1;
    this.#cancelTimers();
    this.#attempt?.abort();
    this.#link = undefined;
    this.#opening = undefined;
    this.#standing.attempts(0);
    this.#closing = Promise.allSettled([this.#closing, opening, link?.close()]);
    this.#standing.move(event, { reason, code: null });
    await this.#closing;
  }

  #cancelTimers(): void {
    this.#cancelRetry?.();
    this.#cancelIdle?.();
    this.#standing.plan(undefined);
  }

  #assertCurrent(generation: number): void {
    if (generation !== this.#generation) throw this.#unavailable('it was disconnected meanwhile.');
  }

  #unavailable(reason = this.#standing.state.why?.reason ?? 'it is not connected.') {
    return fail('SERVER_UNAVAILABLE', { serverId: this.#server.name, reason });
  }
}
