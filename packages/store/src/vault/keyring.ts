import { randomBytes, randomUUID } from 'node:crypto';
import { fail } from '@patchbay/contracts';
import type { Clock } from '@patchbay/core';
import { step, type Engine } from '../engine.ts';
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
  /** Seals a new data key and makes it the newest, in the store. The ring itself stays as it is. */
  readonly add: () => Promise<void>;
}

export interface KeyringDeps {
  readonly engine: Engine;
  readonly master: MasterKeys;
  readonly clock: Clock;
}

/** The first seals; every one opens. */
type Masters = readonly [MasterKey, ...MasterKey[]];

export async function openKeyring(deps: KeyringDeps): Promise<Keyring> {
  const rows = await deps.engine.db.selectFrom('data_keys').selectAll().orderBy('generation').execute();
  const masters = findMasters(deps.master, rows.length > 0);
  const add = (): Promise<void> => addDataKey(deps, masters);
  const opened = await Promise.all(rows.map((row) => openRow(deps, masters, row)));
  const newest = opened.at(-1);
  if (newest) return { newest, all: new Map(opened.map((dataKey) => [dataKey.kid, dataKey])), add };
  await add();
  return openKeyring(deps);
}

function findMasters({ read, create, named }: MasterKeys, somethingIsSealed: boolean): Masters {
  const [first, ...others] = read();
  if (first) return [first, ...others];
  if (somethingIsSealed) throw fail('SECRETS_KEY_MISSING', { file: named });
  return [create()];
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

async function addDataKey({ engine, clock }: KeyringDeps, [master]: Masters): Promise<void> {
  const wrapped = await wrap(master, { kid: randomUUID(), key: randomBytes(32) });
  const insert = engine.db.insertInto('data_keys').values((eb) => ({
    ...wrapped,
    created_at: clock.now().toISOString(),
    generation: eb
      .selectFrom('data_keys')
      .select((max) => max(max.fn.coalesce(max.fn.max('generation'), max.lit(0)), '+', 1).as('next')),
  }));
  await engine.write([...engine.lock('keys'), step(insert)]);
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
