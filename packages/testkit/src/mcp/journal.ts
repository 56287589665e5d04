import { setTimeout as pause } from 'node:timers/promises';
import type { Json, RpcId } from '@patchbay/contracts';
import { isMessage } from './wire.ts';

/** One thing that reached a fixture. `method` is the JSON-RPC one; `verb` and `headers` are there over HTTP. */
export interface SeenRequest {
  readonly method: string | undefined;
  readonly body: Json;
  readonly verb?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of the process that got it, over stdio. */
  readonly pid?: number | undefined;
}

export type Entry =
  | ({ readonly what: 'request' } & SeenRequest)
  | { readonly what: 'effect'; readonly by: number }
  | { readonly what: 'cancelled'; readonly id: RpcId }
  | { readonly what: 'start' | 'grandchild'; readonly pid: number }
  | { readonly what: 'stop'; readonly pid: number; readonly why: StopReason };

/** What a stdio fixture was asked to stop by, whether it obeyed or not. */
export type StopReason = 'eof' | 'SIGTERM';

export interface Journal {
  readonly note: (entry: Entry) => void;
  readonly entries: () => readonly Entry[];
}

export function createMemoryJournal(): Journal {
  const entries: Entry[] = [];
  return { note: (entry) => void entries.push(entry), entries: () => entries };
}

export function seen(body: Json, rest: Omit<SeenRequest, 'method' | 'body'> = {}): Entry {
  return { what: 'request', method: isMessage(body) ? body.method : undefined, body, ...rest };
}

export interface Reading {
  readonly requests: () => SeenRequest[];
  /** How often the tool `counter` counted: the effects that took place, whatever was answered. */
  readonly count: () => number;
  readonly cancelled: () => RpcId[];
  /** Resolves once this JSON-RPC method has arrived so many times. */
  readonly saw: (method: string, times?: number) => Promise<void>;
}

export function readingOf(journal: Journal): Reading {
  const requests = (): SeenRequest[] => journal.entries().filter((entry) => entry.what === 'request');
  return {
    requests,
    count: () => journal.entries().reduce((sum, entry) => sum + (entry.what === 'effect' ? entry.by : 0), 0),
    cancelled: () => journal.entries().flatMap((entry) => (entry.what === 'cancelled' ? [entry.id] : [])),
    saw: (method, times = 1) =>
      until(() => requests().filter((request) => request.method === method).length >= times),
  };
}

/** Looks again and again until it is so. What it waits for may happen in another process. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}
