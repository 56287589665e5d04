import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { load, problemsOf } from '../../test-support/load.ts';

describe('a password file', () => {
  it('is read, without the line end', () => {
    const file = join(createTempDir(), 'password');
    writeFileSync(file, 'correct horse\n');
    expect(
      load({ env: { ENCRYPTION_MASTER_PASSWORD_FILE: file } }).config.encryption.masterPassword?.reveal(),
    ).toBe('correct horse');
  });

  it('that is missing, empty or a folder is a problem', () => {
    const folder = createTempDir();
    writeFileSync(join(folder, 'empty'), '\n');
    mkdirSync(join(folder, 'folder'));
    for (const name of ['missing', 'empty', 'folder'])
      expect(problemsOf({ env: { ENCRYPTION_MASTER_PASSWORD_FILE: join(folder, name) } })[0]).toMatch(
        /^\w+ The password file/,
      );
  });
});

describe('a password and a password file', () => {
  function setup() {
    const file = join(createTempDir(), 'password');
    writeFileSync(file, 'from its file');
    const password = (given: Parameters<typeof load>[0]) =>
      load(given).config.encryption.masterPassword?.reveal();
    return { file, password };
  }

  it('together are a problem, when both come from one place', () => {
    const { file } = setup();
    const env = { ENCRYPTION_MASTER_PASSWORD: 'p', ENCRYPTION_MASTER_PASSWORD_FILE: file };
    expect(problemsOf({ env })).toEqual([
      'ENCRYPTION_MASTER_PASSWORD_FILE encryption.masterPasswordFile: Give the password or its file, not both.',
    ]);
    const previous = {
      ENCRYPTION_MASTER_PASSWORD: 'p',
      ENCRYPTION_MASTER_PASSWORD_PREVIOUS: 'q',
      ENCRYPTION_MASTER_PASSWORD_PREVIOUS_FILE: file,
    };
    expect(problemsOf({ env: previous }).join()).toContain('Give the password or its file, not both.');
  });

  it('from two places: the environment wins over the file, whichever of them it has', () => {
    const { file, password } = setup();
    const yaml = `encryption:\n  master-password-file: ${file}`;
    expect(password({ yaml, env: { ENCRYPTION_MASTER_PASSWORD: 'from the environment' } })).toBe(
      'from the environment',
    );
    expect(
      password({
        yaml: 'encryption: { masterPassword: in the file }',
        env: { ENCRYPTION_MASTER_PASSWORD_FILE: file },
      }),
    ).toBe('from its file');
  });
});

describe('a previous password', () => {
  it('alone is a problem: there is nothing to change to', () => {
    expect(problemsOf({ env: { ENCRYPTION_MASTER_PASSWORD_PREVIOUS: 'old' } })).toEqual([
      'ENCRYPTION_MASTER_PASSWORD_PREVIOUS encryption.previousMasterPassword: The previous password only helps to change to another: give that one too.',
    ]);
  });
});
