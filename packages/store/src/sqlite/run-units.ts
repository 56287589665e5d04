import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { reasonOf } from '@patchbay/contracts';
import type { Statement, StatementResult, UnitResult } from '../engine.ts';

export type Unit = readonly Statement[];

/** What became of a unit, in a form that crosses threads. */
export type UnitOutcome =
  | UnitResult
  | { readonly kind: 'failed'; readonly reason: string }
  /** Handed over, and no answer came: it may be on disk. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type Prepare = (sql: string) => StatementSync;

const maxPrepared = 500;

/** Prepared statements by their text. Ours are few; a generated flood starts over instead of growing. */
export function prepareOnce(db: DatabaseSync): Prepare {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    const found = known.get(sql);
    if (found) return found;
    if (known.size >= maxPrepared) known.clear();
    const statement = db.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
}

/** Runs units in one transaction, so that they share one fsync. A unit that fails or is refused leaves nothing. */
export function runUnits(db: DatabaseSync, prepare: Prepare, units: readonly Unit[]): UnitOutcome[] {
  try {
    db.exec('BEGIN IMMEDIATE');
    const outcomes = units.map((unit) => runUnit(db, prepare, unit));
    db.exec('COMMIT');
    return outcomes;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    const reason = reasonOf(error);
    return units.map(() => ({ kind: 'failed', reason }));
  }
}

function runUnit(db: DatabaseSync, prepare: Prepare, unit: Unit): UnitOutcome {
  db.exec('SAVEPOINT unit');
  const outcome = runStatements(prepare, unit);
  // A full disk ends the whole transaction: then no unit of the batch counts as written.
  if (outcome.kind === 'failed' && !db.isTransaction) throw new Error(outcome.reason);
  db.exec(outcome.kind === 'committed' ? 'RELEASE unit' : 'ROLLBACK TO unit; RELEASE unit');
  return outcome;
}

function runStatements(prepare: Prepare, unit: Unit): UnitOutcome {
  const results: StatementResult[] = [];
  try {
    for (const [at, statement] of unit.entries()) {
      const result = runStatement(prepare(statement.sql), statement.parameters);
      if (statement.mustChange && result.changed === 0) return { kind: 'refused', at };
      results.push(result);
    }
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
  return { kind: 'committed', results };
}

function runStatement(prepared: StatementSync, parameters: readonly unknown[]): StatementResult {
  const values = parameters as SQLInputValue[]; // built from Tables, whose columns are text and numbers
  if (prepared.columns().length === 0) return { rows: [], changed: Number(prepared.run(...values).changes) };
  const rows = prepared.all(...values);
  return { rows: rows.map((row) => ({ ...row })), changed: rows.length };
}
