import type { JsonObject, RpcId } from '@patchbay/contracts';
import type { Faults } from './faults.ts';
import type { Inside } from './http-exchange.ts';
import type { Listener } from './http-listener.ts';
import { readingOf, until, type SeenRequest } from './journal.ts';
import type { ListKind } from './subscriptions.ts';
import type { ToolEntry } from './tools.ts';

/** What a test can do to a fixture and see of it, whatever it speaks over. */
export interface FixtureHandle extends AsyncDisposable {
  /** Everything that arrived, in order. */
  readonly requests: readonly SeenRequest[];
  /** How often the tool `counter` took effect, whatever was answered. */
  readonly count: number;
  /** The ids of requests that ended because the client gave them up. */
  readonly cancelled: readonly RpcId[];
  /** Resolves once this JSON-RPC method has arrived so many times. */
  readonly saw: (method: string, times?: number) => Promise<void>;
  /** Resolves once it is so: `until(() => fixture.sessions === 0)`. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  /** Replaces all faults. `set({})` is good behaviour again. */
  readonly set: (faults: Faults) => void;
  /** Replaces the tools without a word to anybody: `emitListChanged('tools')` says it. */
  readonly setTools: (tools: readonly ToolEntry[]) => void;
  readonly emitListChanged: (kind: ListKind) => void;
  /** Tells those who subscribed to it. */
  readonly emitUpdated: (uri: string) => void;
  /** Ends the waits of `slow` and of `delay` that go on now. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

/** A fixture with a port of its own, inside the process of the test. */
export interface NetworkFixture extends FixtureHandle {
  readonly url: string;
  /** Sessions that are open; the modern era has none. */
  readonly sessions: number;
  /** Streams on which somebody would hear of a changed list. */
  readonly listeners: number;
  /** Without a word to anybody, as with tools. */
  readonly setResources: (resources: readonly JsonObject[]) => void;
  readonly setPrompts: (prompts: readonly JsonObject[]) => void;
  /** Forgets all sessions, as a restart does, while the port stays. */
  readonly dropSessions: () => void;
  /** Ends `subscriptions/listen` requests with their result. */
  readonly endSubscriptions: () => void;
  /** Nobody listens on the port any more; all connections and sessions are gone. */
  readonly stop: () => Promise<void>;
  /** The same port again, and no memory of sessions. */
  readonly restart: () => Promise<void>;
}

export interface NetworkParts {
  readonly inside: Inside;
  readonly listener: Listener;
  readonly path: string;
  readonly door: { readonly sessions: number; readonly streams: number; readonly drop: () => void };
}

export function createNetworkFixture({ inside, listener, path, door }: NetworkParts): NetworkFixture {
  const { fixture, faults, journal } = inside;
  const reading = readingOf(journal);
  const stop = async (): Promise<void> => {
    await listener.stop();
    door.drop();
    fixture.release();
  };
  return {
    url: `${listener.origin}${path}`,
    get requests() {
      return reading.requests();
    },
    get count() {
      return reading.count();
    },
    get cancelled() {
      return reading.cancelled();
    },
    get sessions() {
      return door.sessions;
    },
    get listeners() {
      return door.streams + fixture.subscriptions;
    },
    saw: reading.saw,
    until,
    set: faults.set,
    setTools: fixture.setTools,
    setResources: fixture.setResources,
    setPrompts: fixture.setPrompts,
    emitUpdated: fixture.emitUpdated,
    emitListChanged: fixture.emitListChanged,
    release: fixture.release,
    dropSessions: door.drop,
    endSubscriptions: fixture.endSubscriptions,
    stop,
    restart: () => stop().then(listener.start),
    close: stop,
    [Symbol.asyncDispose]: stop,
  };
}
