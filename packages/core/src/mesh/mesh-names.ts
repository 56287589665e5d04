import type { Clock } from '../clock.ts';
import type { PrincipalId } from '../ids.ts';
import type { MeshLedger } from './mesh-ledger.ts';
import type { MeshName } from './mesh-store.ts';

/** Whose the names of agents are, and which of them may be in the catalogue. A class because it owns them. */
export class MeshNames {
  readonly #deps: { readonly clock: Clock; readonly ledger: Pick<MeshLedger, 'named'> };
  readonly #all = new Map<string, MeshName>();

  constructor(deps: { readonly clock: Clock; readonly ledger: Pick<MeshLedger, 'named'> }) {
    this.#deps = deps;
  }

  get all(): ReadonlyMap<string, MeshName> {
    return this.#all;
  }

  ownerOf(name: string): PrincipalId | undefined {
    return this.#all.get(name)?.owner ?? undefined;
  }

  /** As it is written down. */
  adopt(name: MeshName): void {
    this.#all.set(name.name, name);
  }

  set(name: string, change: Partial<Pick<MeshName, 'owner' | 'isApproved'>>): MeshName {
    const { clock, ledger } = this.#deps;
    const known = this.#all.get(name) ?? { name, owner: null, takenAt: clock.now(), isApproved: false };
    const next = { ...known, ...change };
    this.#all.set(name, next);
    ledger.named(next);
    return next;
  }
}
