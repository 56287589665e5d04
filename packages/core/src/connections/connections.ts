import type { Era } from '@patchbay/contracts';
import type { ServerName } from '../ids.ts';
import type { Server } from '../servers/server.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';
import { Supervisor } from './supervisor.ts';

/** `shared` by everybody, one run's own, or only there to see whether it works. */
export type Scope = 'shared' | `run:${string}` | `check:${string}`;

/** Every connection of the hub by server and scope. A class because all of them must be closed at the end. */
export class Connections {
  readonly #deps: SupervisorDeps;
  readonly #scopes = new Map<Scope, Map<ServerName, Supervisor>>();
  /** Only the shared connection is the status of a server, and speaks to everybody. */
  readonly #quiet: SupervisorDeps;
  #revision = 0;

  constructor(deps: SupervisorDeps) {
    this.#quiet = { ...deps, onStatus() {}, onNews: undefined, onLink: undefined };
    this.#deps = {
      ...deps,
      onStatus: (server, view) => {
        this.#revision += 1;
        deps.onStatus(server, view);
      },
    };
  }

  /** Counts servers that came, went or changed their status, so that what was made from them can be kept. */
  get revision(): number {
    return this.#revision;
  }

  /** Begins to supervise a server; nothing is connected yet. One that is supervised already stays as it is. */
  adopt(
    server: Server,
    start: { readonly isLazy: boolean; readonly knownEra?: Era | undefined },
    scope: Scope = 'shared',
  ): Supervisor {
    const scoped = this.#scopes.get(scope) ?? new Map<ServerName, Supervisor>();
    this.#scopes.set(scope, scoped);
    const known = scoped.get(server.name);
    if (known) return known;
    const supervisor = new Supervisor(scope === 'shared' ? this.#deps : this.#quiet, { server, ...start });
    scoped.set(server.name, supervisor);
    this.#revision += 1;
    return supervisor;
  }

  find(name: ServerName, scope: Scope = 'shared'): Supervisor | undefined {
    return this.#scopes.get(scope)?.get(name);
  }

  list(scope: Scope = 'shared'): readonly Supervisor[] {
    return [...(this.#scopes.get(scope)?.values() ?? [])];
  }

  /** Closes every connection of the server, in all scopes, and forgets it. */
  async release(name: ServerName): Promise<void> {
    const found = [...this.#scopes.values()].flatMap((scoped) => scoped.get(name) ?? []);
    for (const scoped of this.#scopes.values()) scoped.delete(name);
    this.#revision += 1;
    await Promise.all(found.map((supervisor) => supervisor.close()));
  }

  async releaseScope(scope: Scope): Promise<void> {
    const found = this.list(scope);
    this.#scopes.delete(scope);
    await Promise.all(found.map((supervisor) => supervisor.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#scopes.keys()].map((scope) => this.releaseScope(scope)));
  }
}
