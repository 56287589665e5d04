import { fail, reasonOf } from '@patchbay/contracts';
import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { Tables } from './schema.ts';

const rememberMs = 10_000;

/**
 * `ping` writes, and also rejects when the last write failed, until one works again or for a while if nobody
 * writes: a disk that is almost full may take a small probe and nothing else. Those who ping together share a
 * probe, as anybody may ask whether the hub is ready.
 */
export function watchWrites(
  write: Engine['write'],
  probe: () => Promise<unknown>,
  now: () => number = Date.now,
): Pick<Engine, 'write' | 'ping'> {
  let trouble: { readonly reason: string; readonly at: number } | undefined;
  let probing: Promise<unknown> | undefined;
  return {
    async write(unit) {
      try {
        const result = await write(unit);
        trouble = undefined;
        return result;
      } catch (error) {
        trouble = { reason: reasonOf(error), at: now() };
        throw error;
      }
    },
    async ping() {
      if (trouble && now() - trouble.at < rememberMs)
        throw fail('STORE_UNAVAILABLE', { reason: `the last write failed. ${trouble.reason}` });
      await (probing ??= probe().finally(() => (probing = undefined)));
    },
  };
}

/** The smallest change that has to reach the disk. */
export function probeWrite(db: Kysely<Tables>) {
  return db
    .insertInto('write_probes')
    .values({ id: 1, writes: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ writes: eb('write_probes.writes', '+', 1) })),
    );
}
