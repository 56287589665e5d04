import { expect, it } from 'vitest';
import { configSchema, type ConfigInput } from './config/schema.ts';
import { secretsOf } from './secrets-of.ts';

const secretsIn = (input: ConfigInput) => secretsOf(configSchema.parse(input));

it('are the admin key and both master passwords', () => {
  const encryption = { masterPassword: 'new', previousMasterPassword: 'old' };
  expect(secretsIn({ auth: { adminKey: 'pbk_a_b' }, encryption })).toEqual(['pbk_a_b', 'new', 'old']);
});

it.each([
  ['postgres://ops:s%40cret@db/x', ['s%40cret', 's@cret']],
  ['postgres://ops:s#cr@et%@db/x', ['s#cr@et%', 's#cr@et%']],
  ['postgres://db/x?password=s3cret', ['s3cret']],
  ['postgres://ops@db/x', []],
  ['sqlite', []],
])('has the password of %s, as written and as meant', (database, secrets) => {
  expect(secretsIn({ database })).toEqual(secrets);
});
