import type { AuditValues, KeptRow } from '@patchbay/core';
import { step, type Engine, type Statement, type UnitResult } from './engine.ts';
import type { Vault } from './vault/vault.ts';

const field = 'values';

/** Arguments and results are sealed where other secrets are, so that a rotation of the keys reaches them too. */
export function createAuditValues(engine: Engine, vault: Vault) {
  const { db } = engine;
  return {
    /** The unit, and what the rows keep. */
    writeWith(unit: readonly Statement[], rows: readonly KeptRow[]): Promise<UnitResult> {
      const kept = rows.flatMap(({ row, values }) => (values ? [{ seq: row.seq, values }] : []));
      if (kept.length === 0) return engine.write(unit);
      return vault.write((put) => [
        ...unit,
        ...kept.map(({ seq, values }) => put({ owner: ownerOf(seq), field }, JSON.stringify(values))),
      ]);
    },

    async open(seqs: readonly number[]): Promise<ReadonlyMap<number, AuditValues>> {
      if (seqs.length === 0) return new Map();
      const owners = new Map(seqs.map((seq) => [ownerOf(seq), seq]));
      const sealed = await db
        .selectFrom('secrets')
        .select(['owner', 'field', 'kid', 'sealed'])
        .where('owner', 'in', [...owners.keys()])
        .execute();
      const opened = new Map<number, AuditValues>();
      for (const row of sealed) {
        const text = await vault.open(row);
        const seq = owners.get(row.owner);
        if (text !== undefined && seq !== undefined) opened.set(seq, JSON.parse(text) as AuditValues); // only put writes them
      }
      return opened;
    },

    removeUpTo(seq: number): Statement {
      const ours = db.deleteFrom('secrets').where('owner', '>', 'audit:');
      return step(ours.where('owner', '<=', ownerOf(seq)));
    },
  };
}

/** As many digits for each, so that they are in the order of the rows. */
function ownerOf(seq: number): string {
  return `audit:${String(seq).padStart(16, '0')}`;
}
