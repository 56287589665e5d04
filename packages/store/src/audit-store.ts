import { setImmediate } from 'node:timers/promises';
import { genesis, type AuditStore, type ChainLink, type Settled } from '@patchbay/core';
import { listAudit } from './audit-pages.ts';
import { auditColumns, toAuditRow, toLogRow } from './audit-rows.ts';
import { createAuditValues } from './audit-values.ts';
import { mustChange, step, type Engine, type Statement } from './engine.ts';
import { createInsertMany, inGroups } from './insert-many.ts';
import type { AuditLogRow } from './schema.ts';
import type { Vault } from './vault/vault.ts';

const idsAtOnce = 500;
const forgottenAtOnce = 1_000;

export function createAuditStore(engine: Engine, vault: Vault): AuditStore {
  const { db } = engine;
  const insert = createInsertMany<AuditLogRow>(engine, 'audit_log', auditColumns);
  const values = createAuditValues(engine, vault);
  const move = (name: 'base' | 'head', from: ChainLink, { seq, hash }: ChainLink): Statement => {
    const mark = db.updateTable('audit_chain').set({ seq, hash }).where('name', '=', name);
    return mustChange(mark.where('seq', '=', from.seq).where('hash', '=', from.hash));
  };
  const inOrder = (seq: number, limit: number) =>
    db.selectFrom('audit_log').where('seq', '>', seq).orderBy('seq').limit(limit);

  return {
    async ends() {
      const top = db.selectFrom('audit_log').select((eb) => eb.fn.max('seq').as('top'));
      const query = db.selectFrom('audit_chain').select(['name', 'seq', 'hash', top.as('top')]);
      const marks = await query.execute();
      const base = toLink(marks.find(({ name }) => name === 'base'));
      const head = toLink(marks.find(({ name }) => name === 'head'));
      return { base, head, top: marks[0]?.top ?? base.seq };
    },

    async append(head, rows, settled) {
      const unit = [
        move('head', head, rows.at(-1)?.row ?? head),
        ...insert(rows.map(({ row }) => toLogRow(row))),
        ...settle(db, settled),
      ];
      return (await values.writeWith(unit, rows)).kind === 'committed';
    },

    async hashAt(seq) {
      const found = db.selectFrom('audit_log').select('hash').where('seq', '=', seq);
      return (await found.executeTakeFirst())?.hash;
    },

    list: (page) => listAudit(engine, page),

    async after(seq, limit) {
      await setImmediate(); // whoever reads page after page lets others run in between
      return (await inOrder(seq, limit).selectAll().execute()).map(toAuditRow);
    },

    valuesOf: (seqs) => values.open(seqs),

    async forget(before) {
      const { base } = await this.ends();
      const oldest = await inOrder(base.seq, forgottenAtOnce).select(['seq', 'at', 'hash']).execute();
      const old = beginningOf(oldest, ({ at }) => at < before);
      const last = old.at(-1);
      if (!last) return 0;
      const remove = db.deleteFrom('audit_log').where('seq', '<=', last.seq);
      const unit = [move('base', base, last), step(remove), values.removeUpTo(last.seq)];
      return (await engine.write(unit)).kind === 'committed' ? old.length : 0;
    },
  };
}

/** A mark that somebody took away looks as if there was never anything, which no row fits to. */
function toLink(mark: ChainLink | undefined): ChainLink {
  return mark ? { seq: mark.seq, hash: mark.hash } : genesis;
}

function beginningOf<T>(items: readonly T[], isPart: (item: T) => boolean): readonly T[] {
  const end = items.findIndex((item) => !isPart(item));
  return end === -1 ? items : items.slice(0, end);
}

function settle(db: Engine['db'], { ended, unknown }: Settled): Statement[] {
  const end = inGroups(ended, idsAtOnce).map((ids) => db.deleteFrom('call_intents').where('id', 'in', ids));
  const mark = inGroups(unknown, idsAtOnce).map((ids) =>
    db.updateTable('call_intents').set({ is_unknown: 1 }).where('id', 'in', ids),
  );
  return [...end, ...mark].map(step);
}
