import type { Link } from '../connections/link.ts';
import type { ServerName } from '../ids.ts';
import type { Server } from '../servers/server.ts';
import { isAtLeast, type LogLevel } from './log-level.ts';

const setLevelMs = 5_000;

type LoggingLink = Pick<Link, 'era' | 'capabilities' | 'request' | 'ended'>;

/**
 * A legacy server has one level for a whole connection, which many share: the lowest that anybody wanted. Who wants
 * less is told less by the hub. A modern one is told with every request. A class because it keeps the level.
 */
export class ServerLevels {
  readonly #links = new Map<ServerName, LoggingLink>();
  #lowest: LogLevel | undefined;

  /** Resolves when servers know of it, or will not. */
  async want(level: LogLevel): Promise<void> {
    if (this.#lowest !== undefined && isAtLeast(level, this.#lowest)) return;
    this.#lowest = level;
    await Promise.all(Array.from(this.#links.values(), (link) => setLevel(link, level)));
  }

  /** Call with every new connection. */
  opened({ name }: Server, link: LoggingLink): void {
    if (link.era === 'modern' || link.capabilities['logging'] === undefined) return;
    this.#links.set(name, link);
    void link.ended.then(() => this.#links.get(name) === link && this.#links.delete(name));
    if (this.#lowest !== undefined) void setLevel(link, this.#lowest);
  }
}

/** One that refuses says what it likes. */
async function setLevel(link: LoggingLink, level: LogLevel): Promise<void> {
  const ask = { method: 'logging/setLevel', params: { level }, timeoutMs: setLevelMs };
  await link.request(ask).catch(() => undefined);
}
