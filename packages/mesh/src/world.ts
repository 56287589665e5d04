import { randomUUID } from 'node:crypto';
import { createSendHead } from './send-head.ts';

/** Runs something later, unless it is cancelled. */
export interface Timers {
  after(ms: number, run: () => void): Cancel;
}
export type Cancel = () => void;

export interface Chance {
  uuid(): string;
  /** Between 0 and 1, for jitter. */
  fraction(): number;
}

/** What is sent: all of it in one text. */
export interface Outgoing extends RequestInit {
  body?: string;
}
export type Fetch = (url: string, init: Outgoing) => Promise<Response>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** What an agent needs of the world besides a socket. Tests bring their own. */
export interface World {
  readonly now: () => Date;
  readonly timers: Timers;
  readonly chance: Chance;
  readonly fetch: Fetch;
}

const sendHead = createSendHead();

export const systemWorld: World = {
  now: () => new Date(),
  timers: {
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  chance: { uuid: () => randomUUID(), fraction: () => Math.random() },
  fetch: (url, init) => (init.method === 'HEAD' ? sendHead(url, init) : fetch(url, init)),
};
