import type { Engine } from '../engine.ts';
import type { Migration } from './migration.ts';

export const meshQuotas: Migration = {
  version: 17,
  name: 'mesh-quotas',
  statements: ({ db: { schema } }: Engine) => [
    schema.alterTable('api_keys').addColumn('max_agents', 'integer'),
  ],
};
