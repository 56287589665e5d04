import { fail, type JsonObject, type RpcAnswer, type RpcId } from '@patchbay/contracts';
import type {
  CallCancellation,
  Cancel,
  Chance,
  Clock,
  LogLevel,
  Principal,
  PrincipalId,
  Timers,
} from '@patchbay/core';
import type { EventStream } from './event-stream.ts';
import type { Asker } from './exchange.ts';

export type SessionTransport = 'http' | 'sse';

export interface OpenQuestion {
  readonly settle: (answer: RpcAnswer) => void;
  readonly fail: (error: Error) => void;
}

/** What a legacy client and the hub know of each other between two requests. */
export interface Session {
  readonly id: string;
  /** Whoever else finds out the id has found nothing. */
  readonly owner: PrincipalId;
  /** The profile that it began in, and must go on in. */
  readonly profile: string | undefined;
  /** The transport that it began with, and must go on with. */
  readonly transport: SessionTransport;
  /** Calls under way, by the id of their request. */
  readonly running: Map<RpcId, CallCancellation>;
  /** Resources that it subscribed to, and what ends that. */
  readonly watched: Map<string, Cancel>;
  /** Of what its client declared, what is passed on. */
  capabilities: JsonObject | undefined;
  /** What its client was asked and has not answered, by the id of our request. */
  readonly questions: Map<RpcId, OpenQuestion>;
  /** What it wants to hear of the logs of servers. */
  log: { readonly level: LogLevel; readonly principal: Principal } | undefined;
  /** Where news go, while the client listens. */
  stream: EventStream | undefined;
  /** What there was to tell while it did not, each once. */
  readonly missedNews: Set<string>;
  lastUsedAt: number;
}

export interface SessionsDeps {
  readonly chance: Pick<Chance, 'secret'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly sessionIdleMs: number;
  readonly maxSessions: number;
}

const shortestWaitMs = 1_000;
/** One that does not listen for so long must read everything anew anyway. */
const maxMissedNews = 1_000;

export class Sessions {
  readonly #deps: SessionsDeps;
  /** The one unused for longest comes first. */
  readonly #byId = new Map<string, Session>();
  #cancelSweep: Cancel | undefined;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Undefined when all that the hub can hold are in use. */
  open({ principal, view }: Asker, transport: SessionTransport = 'http'): Session | undefined {
    if (this.size >= this.#deps.maxSessions && !this.#evictIdle()) return undefined;
    const session: Session = {
      id: this.#deps.chance.secret(),
      owner: principal.id,
      profile: view.profile,
      transport,
      running: new Map(),
      watched: new Map(),
      capabilities: undefined,
      questions: new Map(),
      log: undefined,
      stream: undefined,
      missedNews: new Set(),
      lastUsedAt: this.#now(),
    };
    this.#byId.set(session.id, session);
    this.#scheduleSweep();
    return session;
  }

  /** The session, used now. Undefined when it is unknown, over, or somebody else's: it does not say which. */
  find(id: string, owner: PrincipalId, transport: SessionTransport = 'http'): Session | undefined {
    const session = this.#byId.get(id);
    if (session?.owner !== owner || session.transport !== transport) return undefined;
    this.touch(session);
    return session;
  }

  touch(session: Session): void {
    if (!this.#byId.delete(session.id)) return;
    session.lastUsedAt = this.#now();
    this.#byId.set(session.id, session);
  }

  end(session: Session): void {
    this.#byId.delete(session.id);
    for (const controller of session.running.values()) controller.abort();
    for (const cancel of session.watched.values()) cancel();
    session.stream?.end();
  }

  all(): Iterable<Session> {
    return this.#byId.values();
  }

  /** Tells those of a profile who listen; the others are told when they come back. */
  tell(profile: string | undefined, payload: string): void {
    for (const session of this.#byId.values())
      if (session.profile === profile) this.tellOne(session, payload);
  }

  tellOne(session: Session, payload: string): void {
    if (session.stream) session.stream.send(payload);
    else if (session.missedNews.size < maxMissedNews) session.missedNews.add(payload);
  }

  /** Answers would not be taken any more either. */
  endStreams(): void {
    for (const { stream, questions } of this.#byId.values()) {
      for (const question of questions.values()) question.fail(fail('HUB_STOPPING', {}));
      stream?.end();
    }
  }

  close(): void {
    this.#cancelSweep?.();
    for (const session of this.#byId.values()) this.end(session);
  }

  #evictIdle(): boolean {
    const idle = this.#byId.values().find((session) => !isBusy(session));
    if (idle) this.end(idle);
    return idle !== undefined;
  }

  #scheduleSweep(): void {
    const [oldest] = this.#byId.values();
    if (!oldest || this.#cancelSweep) return;
    const leftMs = oldest.lastUsedAt + this.#deps.sessionIdleMs - this.#now();
    this.#cancelSweep = this.#deps.timers.after(Math.max(leftMs, shortestWaitMs), () => {
      this.#cancelSweep = undefined;
      this.#sweep();
      this.#scheduleSweep();
    });
  }

  /** In the order of their use, so it ends at the first that is young enough. */
  #sweep(): void {
    for (const session of this.#byId.values()) {
      if (this.#now() - session.lastUsedAt < this.#deps.sessionIdleMs) return;
      if (isBusy(session)) this.touch(session);
      else this.end(session);
    }
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }
}

function isBusy({ running, stream }: Session): boolean {
  return running.size > 0 || stream !== undefined;
}
