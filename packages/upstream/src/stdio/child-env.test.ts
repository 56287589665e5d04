import { Secret } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { toChildEnv, type ChildEnvOptions } from './child-env.ts';

function setup(overrides: Partial<ChildEnvOptions> = {}): Record<string, string> {
  const parent = {
    PATH: '/bin',
    HOME: '/home/me',
    AWS_SECRET_ACCESS_KEY: 'cloud',
    PATCHBAY_ADMIN_KEY: 'ours',
    ENCRYPTION_KEY: 'ours too',
    BASH_FUNC_x: '() { echo; }',
  };
  return toChildEnv({ parent, platform: 'linux', inheritEnv: false, declared: {}, ...overrides });
}

describe("the environment of a server's process", () => {
  it('is the harmless base and what its owner declared', () => {
    const declared = { GITHUB_TOKEN: new Secret('ghp'), HOME: new Secret('/srv') };
    expect(setup({ declared })).toEqual({ PATH: '/bin', HOME: '/srv', GITHUB_TOKEN: 'ghp' });
  });

  it('is everything when it inherits, but for our own secrets and exported functions', () => {
    expect(setup({ inheritEnv: true })).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      AWS_SECRET_ACCESS_KEY: 'cloud',
    });
  });

  it('has names in any case on Windows', () => {
    const parent = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', HOME: 'no', patchbay_key: 'ours' };
    expect(setup({ platform: 'win32', parent })).toEqual({ Path: 'C:\\bin', SystemRoot: 'C:\\Windows' });
    expect(setup({ platform: 'win32', parent, inheritEnv: true })).not.toHaveProperty('patchbay_key');
  });
});
