import { randomBytes, randomUUID } from 'node:crypto';
import { fail } from '@patchbay/contracts';
import type { Clock } from '@patchbay/core';
import { mustChange, step, type Engine } from '../engine.ts';
import type { DataKeyRow } from '../schema.ts';
import { masterKeyBytes, newSalt, type MasterKey, type MasterKeys } from './master-key.ts';
import { seal, unseal } from './seal.ts';

export interface DataKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

/** The data keys, opened. The newest seals; the older ones still open what a rotation has not reached. */
export interface Keyring {
  readonly newest: DataKey;
  readonly all: ReadonlyMap<string, DataKey>;
  /**
   * Stores a new data key as the newest, unless the store has one that is not in this ring: then somebody else
   * was faster. The ring itself stays as it is.
   */
  readonly add: () => Promise<void>;
}

export interface KeyringDeps {
  readonly engine: Engine;
  readonly master: MasterKeys;
  readonly clock: Clock;
}

/** The first seals; every one opens. */
type Masters = readonly [MasterKey, ...MasterKey[]];

/** `opened` are the data keys that need not be opened again: with a password that takes time. */
export async function openKeyring(
  deps: KeyringDeps,
  opened: ReadonlyMap<string, DataKey> = new Map(),
): Promise<Keyring> {
  const rows = await deps.engine.db.selectFrom('data_keys').selectAll().orderBy('generation').execute();
  const masters = findMasters(deps.master, rows.length > 0);
  const kids = rows.map(({ kid }) => kid);
  const add = (): Promise<void> => addDataKey(deps, masters, kids);
  const keys = await Promise.all(rows.map(async (row) => opened.get(row.kid) ?? openRow(deps, masters, row)));
  const newest = keys.at(-1);
  if (newest) return { newest, all: new Map(keys.map((dataKey) => [dataKey.kid, dataKey])), add };
  await add();
  return openKeyring(deps);
}

function findMasters(master: MasterKeys, somethingIsSealed: boolean): Masters {
  const [first, ...others] = master.read();
  if (first) return [first, ...others];
  if (somethingIsSealed) throw fail('SECRETS_KEY_MISSING', { file: master.named });
  master.create();
  return findMasters(master, true);
}

/** Tries every master key. What an older one opened is sealed again with the first. */
async function openRow(deps: KeyringDeps, masters: Masters, row: DataKeyRow): Promise<DataKey> {
  for (const master of masters) {
    if (master.kind !== row.master) continue;
    const opened = unseal(await masterKeyBytes(master, row.salt), row.wrapped, context(row.kid));
    if (opened === undefined) continue;
    const dataKey = { kid: row.kid, key: Buffer.from(opened, 'base64url') };
    if (master !== masters[0]) await rewrap(deps, row, await wrap(masters[0], dataKey));
    return dataKey;
  }
  throw fail('SECRETS_KEY_WRONG', { tried: deps.master.named });
}

async function addDataKey(
  { engine, clock }: KeyringDeps,
  [master]: Masters,
  known: readonly string[],
): Promise<void> {
  const { db } = engine;
  const fresh = await wrap(master, { kid: randomUUID(), key: randomBytes(32) });
  const unknown = db
    .selectFrom('data_keys')
    .select('kid')
    .$if(known.length > 0, (keys) => keys.where('kid', 'not in', known));
  const next = db
    .selectFrom('data_keys')
    .select((eb) => eb(eb.fn.coalesce(eb.fn.max('generation'), eb.lit(0)), '+', 1).as('next'));
  const row = db
    .selectNoFrom((eb) => [
      eb.val(fresh.kid).as('kid'),
      eb.val(fresh.wrapped).as('wrapped'),
      eb.val(fresh.master).as('master'),
      eb.val(fresh.salt).as('salt'),
      eb.val(clock.now().toISOString()).as('created_at'),
      next.as('generation'),
    ])
    .where((eb) => eb.not(eb.exists(unknown)));
  const insert = db
    .insertInto('data_keys')
    .columns(['kid', 'wrapped', 'master', 'salt', 'created_at', 'generation'])
    .expression(row);
  await engine.write([...engine.lock('data-keys'), mustChange(insert)]);
}

async function rewrap({ engine }: KeyringDeps, old: DataKeyRow, fresh: Wrapped): Promise<void> {
  const update = engine.db
    .updateTable('data_keys')
    .set(fresh)
    .where('kid', '=', old.kid)
    .where('wrapped', '=', old.wrapped);
  await engine.write([step(update)]);
}

type Wrapped = Pick<DataKeyRow, 'kid' | 'wrapped' | 'master' | 'salt'>;

async function wrap(master: MasterKey, { kid, key }: DataKey): Promise<Wrapped> {
  const salt = newSalt(master);
  const text = Buffer.from(key).toString('base64url');
  return {
    kid,
    wrapped: seal(await masterKeyBytes(master, salt), text, context(kid)),
    master: master.kind,
    salt,
  };
}

function context(kid: string): string {
  return `v1|data_keys|${kid}`;
}
