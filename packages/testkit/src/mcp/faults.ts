import type { JsonObject } from '@patchbay/contracts';

/**
 * One way to misbehave. All of it is plain data, because a stdio fixture reads it from a file. What does not fit
 * a transport (a status over stdio, stderr over HTTP) changes nothing there.
 */
export type Fault = Misbehaviour & {
  /** How many messages it hits before it is over; for ever when absent. */
  readonly times?: number;
};

type Misbehaviour = Timing | Garbage | HttpFault;

type Timing =
  /** Waits before it does anything. `release()` ends the wait. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Does it, and never answers. */
  | { readonly kind: 'silence' }
  /** stdio: the process exits. HTTP and SSE: the sockets of the request and of its stream are destroyed. */
  | { readonly kind: 'crash'; readonly when: 'before' | 'after' };

type Garbage =
  | { readonly kind: 'wrong-id' }
  | { readonly kind: 'duplicate' }
  /** A JSON array around the answer, as 2025-03-26 allows. */
  | { readonly kind: 'batch' }
  /** Begins the answer and breaks off: `destroy` resets the connection, `end` closes it as if all were said. */
  | { readonly kind: 'cut'; readonly how?: 'destroy' | 'end' }
  /** A right answer, padded to more than this. */
  | { readonly kind: 'huge'; readonly megabytes: number }
  /** JSON that lacks its last brace. */
  | { readonly kind: 'malformed' }
  /** A line (over SSE: an event) that is not JSON, before the answer. */
  | { readonly kind: 'noise' }
  /** Floods stderr, and answers only when all of it was read: a client that does not read waits for ever. */
  | { readonly kind: 'stderr'; readonly megabytes: number };

type HttpFault =
  /** `after` does it first, as a proxy in front of a slow server would. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | JsonObject;
      readonly when?: 'before' | 'after';
    }
  /** A page for people, with status 200. */
  | { readonly kind: 'html' }
  /** 202 without a body. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** Forgets the session of the request, which is then answered with 404. */
  | { readonly kind: 'lost-session' };

/** By JSON-RPC method, or `GET` or `DELETE` for those of HTTP, or `*` for whatever has no row of its own. */
export type Faults = Readonly<Record<string, Fault>>;

export interface FaultStore {
  readonly read: () => Faults;
  readonly write: (faults: Faults) => void;
}

export interface FaultBox {
  /** Replaces all that were set before; `set({})` is good behaviour again. */
  readonly set: (faults: Faults) => void;
  /** The fault that the next message of this method meets, if any, used up by one. */
  readonly take: (method: string) => Fault | undefined;
}

export function createFaultBox(store: FaultStore): FaultBox {
  return {
    set: store.write,
    take(method) {
      const faults = store.read();
      const key = [method, '*'].find((name) => Object.hasOwn(faults, name));
      const fault = key === undefined ? undefined : faults[key];
      if (key !== undefined && fault?.times !== undefined)
        store.write(usedOnce(faults, key, { ...fault, times: fault.times - 1 }));
      return fault;
    },
  };
}

export function createMemoryFaultStore(initial: Faults = {}): FaultStore {
  let faults = initial;
  return { read: () => faults, write: (next) => void (faults = next) };
}

function usedOnce(faults: Faults, key: string, left: Fault): Faults {
  const { [key]: _used, ...others } = faults;
  return left.times === 0 ? others : { ...others, [key]: left };
}
