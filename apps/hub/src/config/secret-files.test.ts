import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';

function fileWith(text: string): string {
  const file = join(createTempDir(), 'secret');
  writeFileSync(file, text);
  return file;
}

it('takes what must not stand in the environment from files that it names', () => {
  const { config, settings } = loadConfig({
    PATCHBAY_DATABASE_URL_FILE: fileWith('postgres://a:hunter2@db/a\n'),
    PATCHBAY_ADMIN_KEY_FILE: fileWith(`pbk_admin_${'x'.repeat(32)}\n`),
  });
  expect(config.database).toBe('postgres://a:hunter2@db/a');
  expect(config.auth.adminKey?.reveal()).toBe(`pbk_admin_${'x'.repeat(32)}`);
  expect(settings['database']).toEqual({
    value: 'postgres://a:********@db/a',
    source: 'PATCHBAY_DATABASE_URL_FILE',
  });
});

it('goes by the variable itself where both are given', () => {
  const file = fileWith('postgres://file/a');
  expect(
    loadConfig({ PATCHBAY_DATABASE_URL: 'memory', PATCHBAY_DATABASE_URL_FILE: file }).config.database,
  ).toBe('memory');
});

it.each([
  ['is not there', () => join(createTempDir(), 'nothing')],
  ['is empty', () => fileWith('\n')],
])('does not start without a file that %s', (_, make) => {
  expect(() => loadConfig({ PATCHBAY_DATABASE_URL_FILE: make() })).toThrow('PATCHBAY_DATABASE_URL_FILE');
});
