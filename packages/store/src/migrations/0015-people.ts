import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

/** Sessions of people whom an identity provider named. */
export const people: Migration = {
  version: 15,
  name: 'people',
  statements: ({ db: { schema } }: Engine) => [schema.alterTable('sessions').addColumn('principal', 'text')],
};
