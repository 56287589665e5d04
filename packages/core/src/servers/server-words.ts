import type { Clock } from '../clock.ts';
import { Tail } from '../tail.ts';

export interface Words {
  readonly at: Date;
  readonly text: string;
}

/** Lines of one server; and of so many servers, the ones that spoke last. */
const mostLines = 1_000;
const mostServers = 1_000;

/** What the processes of servers wrote to their standard error, by the name of the server. */
export class ServerWords {
  readonly #clock: Clock;
  readonly #tails = new Map<string, Tail<Words>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(server: string, text: string): void {
    this.of(server).push({ at: this.#clock.now(), text });
  }

  of(server: string): Tail<Words> {
    const tail = this.#tails.get(server) ?? new Tail<Words>(mostLines);
    this.#tails.delete(server);
    this.#tails.set(server, tail);
    const [oldest] = this.#tails.keys();
    if (this.#tails.size > mostServers && oldest !== undefined) this.#tails.delete(oldest);
    return tail;
  }
}
