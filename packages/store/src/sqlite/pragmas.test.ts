import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createTempDir } from '@patchbay/testkit';
import { expect, it } from 'vitest';
import { configureWriter } from './pragmas.ts';

it('puts every commit on disk before it is acknowledged, and holds references', () => {
  const db = new DatabaseSync(join(createTempDir(), 'x.db'), { enableForeignKeyConstraints: false });
  configureWriter(db);
  const full = 2;
  expect(db.prepare('pragma synchronous').get()).toEqual({ synchronous: full });
  expect(db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(db.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
  db.close();
});

it('overwrites what is deleted', () => {
  const file = join(createTempDir(), 'x.db');
  const write = (...statements: string[]): void => {
    const db = new DatabaseSync(file);
    configureWriter(db);
    for (const statement of statements) db.exec(statement);
    db.close();
  };
  write('create table t (text)', "insert into t values ('PLANTED')");
  expect(readFileSync(file, 'latin1')).toContain('PLANTED');
  write('delete from t');
  expect(readFileSync(file, 'latin1')).not.toContain('PLANTED');
});
