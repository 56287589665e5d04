import { fail, type RotationView } from '@patchbay/contracts';
import { mustChange, step, type Statement } from '../engine.ts';
import type { SecretRow } from '../schema.ts';
import { openKeyring, type DataKey, type Keyring, type KeyringDeps } from './keyring.ts';
import { seal, unseal } from './seal.ts';

const batchSize = 100;

type Place = Pick<SecretRow, 'owner' | 'field'>;
type Sealed = Pick<SecretRow, 'owner' | 'field' | 'kid' | 'sealed'>;

/** Seals secrets on their way into the store and opens them on their way out. */
export class Vault {
  readonly #deps: KeyringDeps;
  #ring: Keyring;
  #rotating: Promise<RotationView> | undefined;

  private constructor(deps: KeyringDeps, ring: Keyring) {
    this.#deps = deps;
    this.#ring = ring;
  }

  /** Refuses when the master key does not fit what is sealed in this database. */
  static async open(deps: KeyringDeps): Promise<Vault> {
    return new Vault(deps, await openKeyring(deps));
  }

  /** For a unit: replaces what is stored at this place. `null` removes it. */
  put(place: Place, text: string | null): Statement {
    const { db } = this.#deps.engine;
    if (text === null)
      return step(db.deleteFrom('secrets').where('owner', '=', place.owner).where('field', '=', place.field));
    const row = this.#seal(place, text);
    const upsert = db
      .insertInto('secrets')
      .values(row)
      .onConflict((conflict) => conflict.columns(['owner', 'field']).doUpdateSet(row));
    return step(upsert);
  }

  /** For a unit: removes everything of an owner. */
  removeAll(owner: string): Statement {
    return step(this.#deps.engine.db.deleteFrom('secrets').where('owner', '=', owner));
  }

  async open(row: Sealed): Promise<string> {
    const known = this.#ring.all.get(row.kid) ?? (await this.#reload()).all.get(row.kid);
    const text = known && unseal(known.key, row.sealed, context(row, known));
    if (text === undefined) throw fail('SECRET_UNREADABLE', { owner: row.owner, field: row.field });
    return text;
  }

  /** A rotation that was cut short left more than one data key behind. */
  get isRotationUnfinished(): boolean {
    return this.#ring.all.size > 1;
  }

  /** Seals everything with a new data key and destroys the old ones. Whoever asks meanwhile gets the same answer. */
  rotate(): Promise<RotationView> {
    this.#rotating ??= this.#rotate().finally(() => (this.#rotating = undefined));
    return this.#rotating;
  }

  /** The second half of a rotation; can be repeated from any point. */
  async finishRotation(): Promise<RotationView> {
    const { newest } = this.#ring;
    let resealed = 0;
    for (let batch = await this.#outdated(newest); batch.length > 0; batch = await this.#outdated(newest)) {
      await Promise.all(batch.map((row) => this.#reseal(row)));
      resealed += batch.length;
    }
    const removedKeys = await this.#destroyUnused(newest);
    await this.#reload();
    return { keyId: newest.kid, resealed, removedKeys };
  }

  async #rotate(): Promise<RotationView> {
    await this.#ring.add();
    await this.#reload();
    return this.finishRotation();
  }

  #outdated({ kid }: DataKey): Promise<SecretRow[]> {
    return this.#deps.engine.db
      .selectFrom('secrets')
      .selectAll()
      .where('kid', '!=', kid)
      .limit(batchSize)
      .execute();
  }

  /** Does nothing if the secret was stored anew meanwhile; then it is sealed with the newest key already. */
  async #reseal(old: SecretRow): Promise<void> {
    const fresh = this.#seal(old, await this.open(old));
    const update = this.#deps.engine.db
      .updateTable('secrets')
      .set({ kid: fresh.kid, sealed: fresh.sealed })
      .where('owner', '=', old.owner)
      .where('field', '=', old.field)
      .where('sealed', '=', old.sealed);
    await this.#deps.engine.write([mustChange(update)]);
  }

  async #destroyUnused({ kid }: DataKey): Promise<number> {
    const { db, write } = this.#deps.engine;
    const inUse = db.selectFrom('secrets').select('kid');
    const unused = db.deleteFrom('data_keys').where('kid', '!=', kid).where('kid', 'not in', inUse);
    const result = await write([step(unused)]);
    return result.kind === 'committed' ? (result.results[0]?.changed ?? 0) : 0;
  }

  async #reload(): Promise<Keyring> {
    this.#ring = await openKeyring(this.#deps);
    return this.#ring;
  }

  #seal(place: Place, text: string): SecretRow {
    const { newest } = this.#ring;
    const sealed = seal(newest.key, text, context(place, newest));
    const { owner, field } = place;
    return { owner, field, kid: newest.kid, sealed, updated_at: this.#deps.clock.now().toISOString() };
  }
}

/** A sealed text that is moved to another row, field or key does not open there. */
function context({ owner, field }: Place, { kid }: DataKey): string {
  return `v1|secrets|${owner}|${field}|${kid}`;
}
