import type { Era, JsonObject } from '@patchbay/contracts';
import type { ListChange, Log, Server, ServerNews } from '@patchbay/core';
import type { Failures } from './classify.ts';
import type { Egress } from './http/egress.ts';
import type { Environment } from './stdio/child-env.ts';
import type { Reaper } from './stdio/reaper.ts';

/** One attempt to open a link, and what it may use. */
export interface Opening {
  readonly server: Server;
  readonly failures: Failures;
  readonly knownEra: Era | undefined;
  readonly signal: AbortSignal;
  readonly onListChanged: (change: ListChange) => void;
  readonly onNews: (news: ServerNews) => void;
  /** Who we say we are. */
  readonly client: ClientIdentity;
  readonly env: Environment;
  readonly egress: Egress;
  readonly reaper: Reaper;
  readonly log: Log;
  /** For what its process says. */
  readonly mask: (text: string) => string;
  /** Hears it, line by line. */
  readonly onWords: (line: string) => void;
  /** What is left of the time for this attempt; at least one millisecond, so that whoever waits for it times out. */
  remainingMs(): number;
}

export interface ClientIdentity extends JsonObject {
  readonly name: string;
  readonly version: string;
}
