import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../engine.ts';
import { prepareOnce, runUnits, type Unit, type UnitOutcome } from './run-units.ts';
import { SqliteWriter, type UnitRunner } from './writer.ts';

const insert = (id: number, mustChange = false): Statement => ({
  sql: 'insert into t values (?) on conflict do nothing',
  parameters: [id],
  mustChange,
});
const strict = (id: number): Statement => ({
  sql: 'insert into t values (?)',
  parameters: [id],
  mustChange: false,
});

function setup() {
  const db = new DatabaseSync(':memory:');
  db.exec('create table t (id integer primary key)');
  const prepare = prepareOnce(db);
  const batches: number[] = [];
  const runner: UnitRunner = {
    async run(units) {
      batches.push(units.length);
      return runUnits(db, prepare, units);
    },
    close: async () => db.close(),
  };
  const ids = () =>
    db
      .prepare('select id from t order by id')
      .all()
      .map(({ id }) => id);
  return { db, prepare, runner, writer: new SqliteWriter(runner), batches, ids };
}

describe('a unit', () => {
  it('happens whole', async () => {
    const { writer, ids } = setup();
    expect(await writer.write([insert(1), insert(2)])).toMatchObject({
      kind: 'committed',
      results: [{ changed: 1 }, { changed: 1 }],
    });
    expect(ids()).toEqual([1, 2]);
  });

  it('leaves nothing when a statement that must change something does not', async () => {
    const { writer, ids } = setup();
    await writer.write([insert(1)]);
    expect(await writer.write([insert(2), insert(1, true), insert(3)])).toEqual({ kind: 'refused', at: 1 });
    expect(ids()).toEqual([1]);
  });

  it('leaves nothing when a statement fails, and harms no other unit of its batch', async () => {
    const { writer, ids, batches } = setup();
    await writer.write([insert(1)]);
    const bad = writer.write([insert(2), strict(1)]);
    const good = writer.write([insert(3)]);
    await expect(bad).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect((await good).kind).toBe('committed');
    expect(ids()).toEqual([1, 3]);
    expect(batches).toEqual([1, 2]);
  });

  it('returns the rows of a statement that has some', async () => {
    const { writer } = setup();
    const returning = { sql: 'insert into t values (?) returning id', parameters: [7], mustChange: true };
    expect(await writer.write([returning])).toMatchObject({ results: [{ rows: [{ id: 7 }], changed: 1 }] });
  });
});

describe('the writer', () => {
  it('writes alone what comes alone, and together what comes together', async () => {
    const { writer, batches } = setup();
    await writer.write([insert(1)]);
    await Promise.all(Array.from({ length: 50 }, (_, n) => writer.write([insert(n + 10)])));
    expect(batches).toEqual([1, 50]);
  });

  it('gathers what comes while it writes into the next batch', async () => {
    const { runner, batches } = setup();
    const gate = Promise.withResolvers<void>();
    const slow: UnitRunner = { ...runner, run: (units) => gate.promise.then(() => runner.run(units)) };
    const writer = new SqliteWriter(slow);
    const first = writer.write([insert(1)]);
    await Promise.resolve();
    await Promise.resolve();
    const later = Promise.all(Array.from({ length: 9 }, (_, n) => writer.write([insert(n + 10)])));
    gate.resolve();
    await Promise.all([first, later]);
    expect(batches).toEqual([1, 9]);
  });

  it('fails every unit of a batch that could not be committed, and goes on', async () => {
    const { runner, ids } = setup();
    let broken = true;
    const failing: UnitRunner = {
      ...runner,
      run: (units) => (broken ? Promise.reject(new Error('disk is full')) : runner.run(units)),
    };
    const writer = new SqliteWriter(failing);
    const results = await Promise.allSettled([writer.write([insert(1)]), writer.write([insert(2)])]);
    const unavailable = { status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } };
    expect(results).toMatchObject([unavailable, unavailable]);
    broken = false;
    await writer.write([insert(3)]);
    expect(ids()).toEqual([3]);
  });

  it('says that it does not know what became of a batch whose thread died', async () => {
    const { runner } = setup();
    const dying: UnitRunner = {
      ...runner,
      run: async (units) => units.map(() => ({ kind: 'unknown', reason: 'the writer thread has ended.' })),
    };
    await expect(new SqliteWriter(dying).write([insert(1)])).rejects.toMatchObject({
      code: 'STORE_UNCERTAIN',
      data: { reason: 'the writer thread has ended.' },
    });
    const silent: UnitRunner = { ...runner, run: async () => [] };
    await expect(new SqliteWriter(silent).write([insert(1)])).rejects.toMatchObject({
      code: 'STORE_UNCERTAIN',
    });
  });

  it('counts no unit as written when the commit itself fails', () => {
    const { db, prepare, ids } = setup();
    const failing = new Proxy(db, {
      get: (target, name) => {
        if (name === 'exec')
          return (sql: string) => {
            if (sql === 'COMMIT') throw new Error('disk I/O error');
            target.exec(sql);
          };
        return Reflect.get(target, name, target) as unknown;
      },
    });
    const units: Unit[] = [[insert(1)], [insert(2)]];
    const outcomes: UnitOutcome[] = runUnits(failing, prepare, units);
    expect(outcomes).toEqual([
      { kind: 'failed', reason: 'disk I/O error' },
      { kind: 'failed', reason: 'disk I/O error' },
    ]);
    expect(ids()).toEqual([]);
  });

  it('writes what still waits before it closes, and takes nothing after', async () => {
    const { runner, db } = setup();
    const writer = new SqliteWriter({ ...runner, close: async () => {} });
    const pending = writer.write([insert(1)]);
    await writer.close();
    expect((await pending).kind).toBe('committed');
    await expect(writer.write([insert(2)])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(db.prepare('select count(*) as n from t').get()).toEqual({ n: 1 });
  });
});
