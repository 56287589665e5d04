import { setImmediate } from 'node:timers/promises';
import type { AuditFilter, AuditPage, AuditPlace, AuditRow } from '@patchbay/core';
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { toAuditRow } from './audit-rows.ts';
import type { Engine } from './engine.ts';
import type { AuditLogRow, Tables } from './schema.ts';

/** How many rows one query may look at: on SQLite everybody waits while it does. */
const windowSize = 5_000;

const columns = {
  call: 'id',
  principal: 'principal',
  server: 'server',
  tool: 'tool',
  outcome: 'outcome',
  via: 'via',
  decision: 'decision',
  approval: 'approval',
  trace: 'trace_id',
} as const satisfies { [K in Exclude<keyof AuditFilter, 'from' | 'to'>]: keyof AuditLogRow };

/** Newest first. It looks through one window after the other, until it has enough or there are no more. */
export async function listAudit({ db }: Engine, page: AuditPage): Promise<readonly AuditRow[]> {
  const { filter, limit } = page;
  const wanted = wantedOf(filter);
  const found: AuditRow[] = [];
  for (let after = page.after; ;) {
    await setImmediate(); // others run between two windows, and between two pages
    const window = within(db.selectFrom('audit_log'), filter, after);
    const end = wanted.length > 0 ? await lastPlace(window) : undefined;
    let matching = end ? window.where(isAt('>=', end)) : window;
    for (const [column, value] of wanted) matching = matching.where(column, '=', value);
    const rows = await matching
      .selectAll()
      .limit(limit - found.length)
      .execute();
    found.push(...rows.map(toAuditRow));
    if (found.length >= limit || !end) return found;
    after = end;
  }
}

function wantedOf(filter: AuditFilter) {
  return Object.entries(columns).flatMap(([name, column]) => {
    const value = filter[name as keyof typeof columns]; // the keys of this very table
    return value === undefined ? [] : [[column, value] as const];
  });
}

type Query = SelectQueryBuilder<Tables, 'audit_log', object>;

function within(query: Query, { from, to }: AuditFilter, after: AuditPlace | undefined): Query {
  let narrowed = query.orderBy('at', 'desc').orderBy('seq', 'desc');
  if (from !== undefined) narrowed = narrowed.where('at', '>=', from);
  if (to !== undefined) narrowed = narrowed.where('at', '<', to);
  return after ? narrowed.where(isAt('<', after)) : narrowed;
}

/** Where the window ends; undefined when there are no more rows behind it. */
function lastPlace(window: Query): Promise<AuditPlace | undefined> {
  return window
    .select(['at', 'seq'])
    .offset(windowSize - 1)
    .limit(1)
    .executeTakeFirst();
}

function isAt(side: '<' | '>=', { at, seq }: AuditPlace) {
  return (eb: ExpressionBuilder<Tables, 'audit_log'>) =>
    eb(eb.refTuple('at', 'seq'), side, eb.tuple(at, seq));
}
