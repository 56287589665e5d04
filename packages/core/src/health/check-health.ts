import type { HealthView } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import type { Warnings } from './warnings.ts';

export interface HealthDeps {
  readonly version: string;
  readonly startedAt: Date;
  readonly clock: Clock;
  readonly warnings: Warnings;
  /** Parts of the hub itself. One that rejects makes the hub unhealthy. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

export function createCheckHealth({ version, startedAt, clock, warnings, checks }: HealthDeps) {
  return async function checkHealth(): Promise<HealthView> {
    const results = await Promise.all(
      Object.entries(checks).map(([name, check]) => runCheck(name, check, clock)),
    );
    const standing = warnings.list();
    const sick = results.some(({ ok }) => !ok);
    return {
      status: sick ? 'unhealthy' : standing.length > 0 ? 'degraded' : 'ok',
      version,
      uptimeMs: clock.now().getTime() - startedAt.getTime(),
      checks: results,
      warnings: [...standing],
    };
  };
}

async function runCheck(
  name: string,
  check: () => Promise<void>,
  clock: Clock,
): Promise<HealthView['checks'][number]> {
  const started = clock.now().getTime();
  const tookMs = () => clock.now().getTime() - started;
  try {
    await check();
    return { name, ok: true, tookMs: tookMs() };
  } catch (error) {
    return { name, ok: false, tookMs: tookMs(), message: error instanceof Error ? error.message : 'failed' };
  }
}
