import { createManualClock } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createCheckHealth } from './check-health.ts';
import { createWarnings } from './warnings.ts';

function setup(database: () => Promise<void> = async () => {}) {
  const clock = createManualClock();
  const warnings = createWarnings(clock);
  const startedAt = clock.now();
  return {
    clock,
    warnings,
    checkHealth: createCheckHealth({ version: '1', startedAt, clock, warnings, checks: { database } }),
  };
}

describe('health', () => {
  it('is ok when every check passes and nothing is to be warned of', async () => {
    const { checkHealth, clock } = setup();
    clock.advance(5_000);
    expect(await checkHealth()).toMatchObject({
      status: 'ok',
      uptimeMs: 5_000,
      checks: [{ name: 'database', ok: true }],
    });
  });

  it('is degraded, not unhealthy, by warnings', async () => {
    const { checkHealth, warnings } = setup();
    warnings.raise({ id: 'a', category: 'servers', message: 'github does not answer', serverId: 'github' });
    expect(await checkHealth()).toMatchObject({ status: 'degraded', warnings: [{ serverId: 'github' }] });
  });

  it('is unhealthy when a part of the hub fails, and says which and why', async () => {
    const { checkHealth } = setup(() => Promise.reject(new Error('disk is full')));
    expect(await checkHealth()).toMatchObject({
      status: 'unhealthy',
      checks: [{ name: 'database', ok: false, message: 'disk is full' }],
    });
  });
});

describe('warnings', () => {
  it('keep the time when they were first raised, with the latest words', () => {
    const { clock, warnings } = setup();
    const since = clock.now().toISOString();
    warnings.raise({ id: 'a', category: 'servers', message: 'once' });
    clock.advance(60_000);
    warnings.raise({ id: 'a', category: 'servers', message: 'twice' });
    expect(warnings.list()).toEqual([{ id: 'a', category: 'servers', message: 'twice', since }]);
  });

  it('go when they are cleared', () => {
    const { warnings } = setup();
    warnings.raise({ id: 'a', category: 'servers', message: 'once' });
    warnings.clear('a');
    expect(warnings.list()).toEqual([]);
  });
});
