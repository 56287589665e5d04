import { createHash } from 'node:crypto';
import {
  fail,
  type Implementation,
  type Json,
  type JsonObject,
  type RpcFailure,
  type RpcRequest,
} from '@patchbay/contracts';
import {
  canonicalJson,
  type Cancel,
  type Chance,
  type Clock,
  type PrincipalId,
  type Timers,
} from '@patchbay/core';
import type { Asker } from '../exchange.ts';
import { invalidParams } from '../incoming.ts';
import { ParkedCall, type Round } from './parked-call.ts';
import { createSeal, type Seal } from './seal.ts';

export interface ParkingDeps {
  readonly chance: Pick<Chance, 'uuid' | 'secret'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly serverInfo: Implementation;
}

/** Each holds a place at its server. */
const maxParked = 1_000;
const maxParkedOfOne = 16;
/** A longer timer would fire at once. */
const longestMs = 86_400_000;
const version = 1;

/** A call that waits, or has waited and may again. */
interface Place {
  readonly call: ParkedCall;
  readonly owner: PrincipalId;
  readonly cancelExpiry: Cancel;
}

interface About extends Asker {
  readonly message: RpcRequest;
}

interface Origin extends About {
  readonly id: string;
}

/** What a client carries to its next request, beside what that must be about. */
interface State {
  readonly id: string;
  readonly round: number;
  readonly endsAt: number;
}

/** Calls of modern clients between two of their requests. A class because it owns them, and must end them. */
export class Parking {
  readonly #deps: ParkingDeps;
  readonly #seal: Seal;
  readonly #places = new Map<string, Place>();

  constructor(deps: ParkingDeps) {
    this.#deps = deps;
    this.#seal = createSeal(deps.chance.secret());
  }

  /** A call that is about to begin, and may be parked. */
  open({ principal, view }: Asker, message: RpcRequest, capabilities: JsonObject): ParkedCall {
    const id = this.#deps.chance.uuid();
    const of = { owner: principal.id, client: `request ${id}`, capabilities };
    return new ParkedCall(of, {
      ...this.#deps,
      park: (call, round) => this.#park(call, { id, principal, view, message }, round),
      onEnded: () => this.#leave(id),
    });
  }

  /** The call that waits for this request, which goes on; or what is wrong with the request. */
  resume({ principal, view }: Asker, message: RpcRequest, round: Round): ParkedCall | RpcFailure {
    const { requestState, inputResponses } = message.params ?? {};
    const state = this.#read(requestState, { principal, view, message });
    if (!state) return refusal('is not one that this hub gave out for this request.');
    const place = this.#places.get(state.id);
    if (!place || this.#deps.clock.now().getTime() >= state.endsAt)
      return refusal('has expired, or its call has ended. Make the call again.');
    if (!place.call.isParkedAt(state.round))
      return refusal('was used already. Each is good for one request.');
    place.cancelExpiry();
    place.call.resume(round, inputResponses);
    return place.call;
  }

  /** The hub stops: nobody could come again. */
  end(): void {
    for (const { call } of this.#places.values()) call.expire(fail('HUB_STOPPING', {}));
  }

  #park(call: ParkedCall, origin: Origin, round: number): string {
    const { clock, timers } = this.#deps;
    const { id, principal } = origin;
    this.#refuseTooMany(origin);
    const now = clock.now().getTime();
    const leftMs = Math.min(call.endsAt - now, longestMs);
    const cancelExpiry = timers.after(leftMs, () => call.expire(fail('INPUT_TIMEOUT', { afterMs: leftMs })));
    this.#places.set(id, { call, owner: principal.id, cancelExpiry });
    return this.#seal.close({ ...boundTo(origin), id, round, endsAt: now + leftMs });
  }

  /** Undefined for what was not given out, or for something else. */
  #read(sealed: Json | undefined, about: About): State | undefined {
    const content = typeof sealed === 'string' ? this.#seal.open(sealed) : undefined;
    // Only what this hub has sealed opens, and it seals nothing else.
    return content && isBoundTo(content, about) ? (content as unknown as State) : undefined;
  }

  #refuseTooMany({ id, principal }: Origin): void {
    if (this.#places.has(id)) return;
    const own = this.#places.values().filter(({ owner }) => owner === principal.id);
    const isFull = this.#places.size >= maxParked || [...own].length >= maxParkedOfOne;
    if (isFull) throw fail('HUB_BUSY', { running: this.#places.size });
  }

  #leave(id: string): void {
    this.#places.get(id)?.cancelExpiry();
    this.#places.delete(id);
  }
}

function refusal(reason: string): RpcFailure {
  return invalidParams(`"requestState" ${reason}`);
}

/** What a state is good for: it is sealed with it, so that it is good for nothing else. */
function boundTo({ principal, view, message: { method, params = {} } }: About): JsonObject {
  const { name, uri, arguments: args } = params;
  const asker = { principal: principal.id, profile: view.profile ?? '' };
  return { version, ...asker, method, name: text(name ?? uri), args: digestOf(args) };
}

function isBoundTo(content: JsonObject, about: About): boolean {
  return Object.entries(boundTo(about)).every(([key, value]) => content[key] === value);
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function digestOf(args: Json | undefined): string {
  return createHash('sha256')
    .update(canonicalJson(args ?? {}))
    .digest('base64url');
}
