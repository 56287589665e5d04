import { fail, type RotationView } from '@patchbay/contracts';
import { mustChange, step, type Statement, type UnitResult } from '../engine.ts';
import type { SecretRow } from '../schema.ts';
import { openKeyring, type DataKey, type Keyring, type KeyringDeps } from './keyring.ts';
import { finishRotation, type Place } from './rotation.ts';
import { seal, unseal } from './seal.ts';

const maxAttempts = 5;

type Sealed = Pick<SecretRow, 'owner' | 'field' | 'kid' | 'sealed'>;

/** For a unit: replaces the secret at this place. */
export type Put = (place: Place, text: string) => Statement;

/** Seals secrets on their way into the store and opens them on their way out. */
export class Vault {
  readonly #deps: KeyringDeps;
  /** Also keys that are destroyed by now: what was read a moment before still opens. */
  readonly #opened = new Map<string, DataKey>();
  #ring: Keyring;
  #reloading: Promise<Keyring> | undefined;
  #rotating: Promise<RotationView> | undefined;

  private constructor(deps: KeyringDeps, ring: Keyring) {
    this.#deps = deps;
    this.#ring = ring;
    this.#remember(ring);
  }

  /** Refuses when the master key does not fit what is sealed in this database. */
  static async open(deps: KeyringDeps): Promise<Vault> {
    return new Vault(deps, await openKeyring(deps));
  }

  /**
   * Writes a unit that stores secrets. It is built again when another hub has meanwhile destroyed the data key
   * that it was sealed with.
   */
  async write(build: (put: Put) => readonly Statement[]): Promise<UnitResult> {
    const { engine } = this.#deps;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const puts = new Set<Statement | undefined>();
      const put: Put = (place, text) => {
        const statement = this.#store(this.#seal(this.#ring.newest, place, text));
        puts.add(statement);
        return statement;
      };
      const unit = [...engine.lock('data-keys', 'shared'), ...build(put)];
      const result = await engine.write(unit);
      const isKeyGone = result.kind === 'refused' && puts.has(unit[result.at]);
      if (!isKeyGone) return result;
      await this.#reload();
    }
    throw fail('STORE_UNAVAILABLE', { reason: 'its data keys change too fast.' });
  }

  /** For a unit: removes everything of an owner. */
  removeAll(owner: string): Statement {
    return step(this.#deps.engine.db.deleteFrom('secrets').where('owner', '=', owner));
  }

  /** The text, or undefined when it was damaged or moved. */
  async open(row: Sealed): Promise<string | undefined> {
    if (!this.#opened.has(row.kid)) await this.#reload();
    const dataKey = this.#opened.get(row.kid);
    return dataKey && unseal(dataKey.key, row.sealed, context(row, dataKey));
  }

  /** A rotation that was cut short left more than one data key behind. */
  get isRotationUnfinished(): boolean {
    return this.#ring.all.size > 1;
  }

  /**
   * Seals everything with a new data key and destroys the old ones; if a rotation was cut short, finishes that
   * one instead. Whoever asks meanwhile gets the same answer.
   */
  rotate(): Promise<RotationView> {
    return this.#alone(() => this.#rotate());
  }

  finishRotation(): Promise<RotationView> {
    return this.#alone(() => this.#finish());
  }

  #alone(rotation: () => Promise<RotationView>): Promise<RotationView> {
    this.#rotating ??= rotation().finally(() => (this.#rotating = undefined));
    return this.#rotating;
  }

  async #rotate(): Promise<RotationView> {
    await this.#reload();
    if (this.isRotationUnfinished) {
      const finished = await this.#finish();
      // Otherwise nothing was left but keys of secrets that nobody can read, which never go.
      if (finished.resealed + finished.removedKeys > 0) return finished;
    }
    await this.#ring.add();
    return this.#finish();
  }

  #finish(): Promise<RotationView> {
    return finishRotation({
      engine: this.#deps.engine,
      reload: () => this.#reload(),
      open: (row) => this.open(row),
      seal: (...args) => this.#seal(...args),
    });
  }

  /** A reload that is under way may have begun before what the caller knows of; it is waited for, not joined. */
  async #reload(): Promise<Keyring> {
    await this.#reloading?.catch(() => {});
    this.#reloading ??= this.#load().finally(() => (this.#reloading = undefined));
    return this.#reloading;
  }

  async #load(): Promise<Keyring> {
    this.#ring = await openKeyring(this.#deps, this.#opened);
    this.#remember(this.#ring);
    return this.#ring;
  }

  #remember({ all }: Keyring): void {
    for (const [kid, dataKey] of all) this.#opened.set(kid, dataKey);
  }

  #seal({ kid, key }: DataKey, { owner, field }: Place, text: string): SecretRow {
    const sealed = seal(key, text, context({ owner, field }, { kid }));
    return { owner, field, kid, sealed, updated_at: this.#deps.clock.now().toISOString() };
  }

  /** Changes nothing if the data key is gone. */
  #store(row: SecretRow): Statement {
    const { db } = this.#deps.engine;
    const ifKeyExists = db
      .selectFrom('data_keys')
      .select((eb) => [
        eb.val(row.owner).as('owner'),
        eb.val(row.field).as('field'),
        'kid',
        eb.val(row.sealed).as('sealed'),
        eb.val(row.updated_at).as('updated_at'),
      ])
      .where('kid', '=', row.kid);
    const upsert = db
      .insertInto('secrets')
      .columns(['owner', 'field', 'kid', 'sealed', 'updated_at'])
      .expression(ifKeyExists)
      .onConflict((conflict) => conflict.columns(['owner', 'field']).doUpdateSet(row));
    return mustChange(upsert);
  }
}

/** A sealed text that is moved to another row, field or key does not open there. */
function context({ owner, field }: Place, { kid }: Pick<DataKey, 'kid'>): string {
  return `v1|secrets|${owner}|${field}|${kid}`;
}
