import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Unit } from './run-units.ts';
import { startWorkerRunner } from './worker-runner.ts';

const unit = (sql: string): Unit => [{ sql, parameters: [], mustChange: false }];

async function setup() {
  const runner = await startWorkerRunner(join(createTempDir(), 'x.db'));
  onTestFinished(() => runner.close());
  await runner.run([unit('create table t (id integer primary key)')]);
  return runner;
}

describe('the thread that writes', () => {
  it('answers every unit of a batch', async () => {
    const runner = await setup();
    const outcomes = await runner.run([
      unit('insert into t values (1)'),
      unit('insert into nowhere values (1)'),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['committed', 'failed']);
  });

  it('refuses whole a batch that cannot be handed over', async () => {
    const runner = await setup();
    const broken = [
      { sql: 'insert into t values (?)', parameters: [1n], mustChange: false },
    ] as unknown as Unit;
    await expect(runner.run([unit('insert into t values (1)'), broken])).rejects.toThrow('BigInt');
    const [outcome] = await runner.run([unit('select count(*) as n from t')]);
    expect(outcome).toMatchObject({ kind: 'committed', results: [{ rows: [{ n: 0 }] }] });
  });

  it('leaves unknown what became of its batch when it dies, and the next batch gets a new one', async () => {
    const runner = await setup();
    const poison = { length: 2, map: 'not a function' } as unknown as Unit[];
    const unknown = { kind: 'unknown', reason: 'units.map is not a function' };
    expect(await runner.run(poison)).toEqual([unknown, unknown]);
    const [outcome] = await runner.run([unit('insert into t values (1)')]);
    expect(outcome?.kind).toBe('committed');
  });

  it('cannot be started on what is no database', async () => {
    await expect(startWorkerRunner(createTempDir())).rejects.toThrow('unable to open database file');
  });
});
