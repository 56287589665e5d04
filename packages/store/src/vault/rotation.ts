import type { RotationView } from '@patchbay/contracts';
import { mustChange, step, type Engine } from '../engine.ts';
import type { SecretRow } from '../schema.ts';
import type { DataKey, Keyring } from './keyring.ts';

const batchSize = 100;

export type Place = Pick<SecretRow, 'owner' | 'field'>;

/** What a rotation needs of the vault. */
interface Rotating {
  readonly engine: Engine;
  readonly reload: () => Promise<Keyring>;
  readonly open: (row: SecretRow) => Promise<string | undefined>;
  readonly seal: (dataKey: DataKey, place: Place, text: string) => SecretRow;
}

/**
 * Seals again what older data keys sealed, and destroys the keys that nothing needs any more. Can be repeated
 * from any point, and by several hubs at once. A secret that cannot be opened stays, and so does its key.
 */
export async function finishRotation(vault: Rotating): Promise<RotationView> {
  let resealed = 0;
  let removedKeys = 0;
  for (let ring = await vault.reload(); ;) {
    const round = await resealAll(vault, ring.newest);
    resealed += round.resealed;
    removedKeys += await destroyUnused(vault);
    ring = await vault.reload(); // another hub may have added a key, or stored a secret with an old one
    const { newest, all } = ring;
    const needed = new Set([newest.kid, ...round.unreadable.map(({ kid }) => kid)]);
    if ([...all.keys()].every((kid) => needed.has(kid)))
      return { keyId: newest.kid, resealed, removedKeys, unreadable: round.unreadable.length };
  }
}

async function resealAll(vault: Rotating, newest: DataKey) {
  const unreadable: SecretRow[] = [];
  let resealed = 0;
  let last: Place = { owner: '', field: '' };
  for (;;) {
    const batch = await outdated(vault, newest, last);
    const outcomes = await Promise.all(batch.map((row) => reseal(vault, newest, row)));
    unreadable.push(...batch.filter((_, index) => outcomes[index] === 'unreadable'));
    resealed += outcomes.filter((outcome) => outcome === 'resealed').length;
    last = batch.at(-1) ?? last;
    if (batch.length < batchSize) return { resealed, unreadable };
  }
}

/** In the order of their places, so that what stays behind is not met again. */
function outdated({ engine }: Rotating, { kid }: DataKey, { owner, field }: Place): Promise<SecretRow[]> {
  return engine.db
    .selectFrom('secrets')
    .selectAll()
    .where('kid', '!=', kid)
    .where((eb) => eb(eb.refTuple('owner', 'field'), '>', eb.tuple(owner, field)))
    .orderBy('owner')
    .orderBy('field')
    .limit(batchSize)
    .execute();
}

/** Does nothing if the secret was stored anew meanwhile, or if even the newest key is an old one by now. */
async function reseal(
  { engine, open, seal }: Rotating,
  newest: DataKey,
  row: SecretRow,
): Promise<'resealed' | 'changed-meanwhile' | 'unreadable'> {
  const text = await open(row);
  if (text === undefined) return 'unreadable';
  const { kid, sealed } = seal(newest, row, text);
  const update = engine.db
    .updateTable('secrets')
    .set({ kid, sealed })
    .where('owner', '=', row.owner)
    .where('field', '=', row.field)
    .where('sealed', '=', row.sealed)
    .where((eb) => eb.exists(eb.selectFrom('data_keys').select('kid').where('kid', '=', kid)));
  const result = await engine.write([...engine.lock('data-keys', 'shared'), mustChange(update)]);
  return result.kind === 'committed' ? 'resealed' : 'changed-meanwhile';
}

/** Never the newest, whoever added it. */
async function destroyUnused({ engine }: Rotating): Promise<number> {
  const { db } = engine;
  const newest = db.selectFrom('data_keys').select((eb) => eb.fn.max('generation').as('generation'));
  const unused = db
    .deleteFrom('data_keys')
    .where('generation', '<', newest)
    .where('kid', 'not in', db.selectFrom('secrets').select('kid'));
  const result = await engine.write([...engine.lock('data-keys'), step(unused)]);
  return result.kind === 'committed' ? (result.results.at(-1)?.changed ?? 0) : 0;
}
