import { fail, PatchbayError, type Era, type RpcAnswer } from '@patchbay/contracts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Server } from '../servers/server.ts';
import type { Cancel, Timers } from '../timers.ts';
import { delayBefore, type ReconnectPolicy } from './backoff.ts';
import { nextStatus, type LifecycleEvent } from './lifecycle.ts';
import type { Connector, Link, LinkEnd, LinkRequest, ListChange } from './link.ts';
import { whyOf } from './why.ts';
import { refusalOf, toView, type ConnectionState, type ConnectionView } from './connection-view.ts';

export interface SupervisorDeps {
  readonly connector: Connector;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'fraction'>;
  readonly log: Log;
  readonly reconnection: ReconnectPolicy;
  readonly timeoutsOf: (server: Server) => { readonly connectMs: number; readonly idleMs: number };
  /** Reads what the server offers. A connection counts as open only when this has succeeded. */
  readonly onOpened: (server: Server, link: Link) => Promise<void>;
  readonly onListChanged: (server: Server, change: ListChange) => void;
  readonly onStatus: (server: Server, view: ConnectionView) => void;
}

export interface SupervisorStart {
  readonly server: Server;
  /** Whether the first use may connect it, and disuse close it. */
  readonly isLazy: boolean;
  readonly knownEra?: Era | undefined;
}

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
  #state: ConnectionState;
  #knownEra: Era | undefined;
  #generation = 0;
  #link: Link | undefined;
  #opening: Promise<Link> | undefined;
  /** The end of whatever was open before; no new link is opened until then. */
  #closing: Promise<unknown> = Promise.resolve();
  #attempt: AbortController | undefined;
  #cancelRetry: Cancel | undefined;
  #cancelIdle: Cancel | undefined;
  #usedAt: Date | undefined;
  #active = 0;
  #isClosed = false;

  constructor(deps: SupervisorDeps, { server, isLazy, knownEra }: SupervisorStart) {
    this.#deps = deps;
    this.#server = server;
    this.#knownEra = knownEra;
    this.#state = {
      status: server.enabled ? 'PENDING' : 'DISABLED',
      reason: null,
      since: deps.clock.now(),
      isLazy,
      failedAttempts: 0,
      nextAttemptAt: undefined,
      openedAt: undefined,
    };
  }

  get server(): Server {
    return this.#server;
  }

  view(): ConnectionView {
    return toView({ ...this.#state, usedAt: this.#usedAt }, this.#link, this.#deps.reconnection);
  }

  /** Opens the connection, or joins the attempt that runs. */
  connect(): Promise<Link> {
    if (this.#link) return Promise.resolve(this.#link);
    if (this.#opening) return this.#opening;
    if (this.#isClosed || nextStatus(this.#state.status, 'attempt') === undefined)
      return Promise.reject(this.#unavailable());
    const opening = this.#open();
    this.#opening = opening;
    const forget = (): void => void (this.#opening === opening && (this.#opening = undefined));
    opening.then(forget, forget);
    return opening;
  }

  /** A connection for a call: the one there is, or one attempt where the status lets a call make it. */
  ensure(): Promise<Link> {
    if (this.#link) return Promise.resolve(this.#link);
    const refusal = refusalOf(this.#state, this.#deps.reconnection);
    return refusal === undefined ? this.connect() : Promise.reject(this.#unavailable(refusal));
  }

  async request(ask: LinkRequest): Promise<RpcAnswer> {
    const link = this.#link ?? (await this.ensure());
    this.#active += 1;
    try {
      return await link.request(ask);
    } catch (error) {
      this.#doubt(link, error);
      throw error;
    } finally {
      this.#active -= 1;
      this.#usedAt = this.#deps.clock.now();
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
    this.#move('enable', null);
  }

  /** From now on it is this server. An open connection is replaced if it leads elsewhere now. */
  async redefine(server: Server, isReachedAnew: boolean): Promise<void> {
    const wasOpen = this.#link !== undefined || this.#opening !== undefined;
    this.#server = server;
    if (!isReachedAnew) return;
    this.#knownEra = undefined;
    if (!wasOpen) return;
    await this.#stop('disconnect', 'Its definition has changed.');
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
      link = await this.#dial(signal);
      await this.#deps.onOpened(this.#server, link);
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
      knownEra: this.#knownEra,
      onListChanged: (change) => this.#deps.onListChanged(server, change),
    });
  }

  #begin(): number {
    this.#generation += 1;
    this.#cancelTimers();
    this.#move('attempt', null);
    return this.#generation;
  }

  #opened(link: Link, generation: number): void {
    const now = this.#deps.clock.now();
    this.#link = link;
    this.#knownEra = link.era;
    this.#state = { ...this.#state, openedAt: now };
    this.#usedAt = now;
    this.#move('opened', null);
    this.#watchIdle();
    void link.ended.then((end) => this.#lost(end, generation));
  }

  #failed(error: unknown): void {
    this.#move('failed', whyOf(error));
    this.#retryLater();
  }

  #lost({ reason }: LinkEnd, generation: number): void {
    if (generation !== this.#generation) return;
    const link = this.#link;
    this.#link = undefined;
    this.#closing = Promise.allSettled([this.#closing, link?.close()]);
    const heldMs = this.#deps.clock.now().getTime() - (this.#state.openedAt?.getTime() ?? 0);
    if (heldMs >= stableMs) this.#state = { ...this.#state, failedAttempts: 0 };
    this.#cancelTimers();
    this.#move('lost', reason);
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
    const { failedAttempts } = this.#state;
    if (failedAttempts === reconnection.maxAttempts)
      log.warn('server.given-up', { server: this.#server.name, attempts: failedAttempts });
    const delayMs = delayBefore(failedAttempts + 1, reconnection, chance.fraction());
    this.#state = { ...this.#state, nextAttemptAt: new Date(clock.now().getTime() + delayMs) };
    this.#cancelRetry = timers.after(delayMs, () => {
      this.#state = { ...this.#state, failedAttempts: failedAttempts + 1 };
      this.connect().catch(() => {}); // the status tells it
    });
    this.#tell();
  }

  #watchIdle(): void {
    if (!this.#state.isLazy) return;
    const { idleMs } = this.#deps.timeoutsOf(this.#server);
    const idleForMs = this.#deps.clock.now().getTime() - (this.#usedAt?.getTime() ?? 0);
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
    this.#state = { ...this.#state, failedAttempts: 0 };
    this.#closing = Promise.allSettled([this.#closing, opening, link?.close()]);
    this.#move(event, reason);
    await this.#closing;
  }

  #cancelTimers(): void {
    this.#cancelRetry?.();
    this.#cancelIdle?.();
    this.#state = { ...this.#state, nextAttemptAt: undefined };
  }

  #move(event: LifecycleEvent, reason: string | null): void {
    const status = nextStatus(this.#state.status, event);
    if (status === undefined) return;
    this.#state = { ...this.#state, status, reason, since: this.#deps.clock.now() };
    this.#tell();
  }

  #tell(): void {
    this.#deps.onStatus(this.#server, this.view());
  }

  #assertCurrent(generation: number): void {
    if (generation !== this.#generation) throw this.#unavailable('it was disconnected meanwhile.');
  }

  #unavailable(reason = this.#state.reason ?? 'it is not connected.') {
    return fail('SERVER_UNAVAILABLE', { serverId: this.#server.name, reason });
  }
}
