import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** What `npm run check` holds. Each is a program that exits 0 when it finds nothing. */
const checks: Readonly<Record<string, readonly string[]>> = {
  types: ['tsc', '-p', '.'],
  'page types': ['tsc', '-p', 'apps/dashboard'],
  lint: ['oxlint', '--deny-warnings'],
  format: ['oxfmt', '--check', '.'],
  'dead code': ['knip', '--no-progress', '--treat-config-hints-as-errors'],
  lockfile: ['node', 'scripts/check-lockfile.ts'],
  docs: ['node', 'scripts/check-docs.ts'],
};

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
}

export function runChecks(): CheckResult[] {
  return Object.entries(checks).map(([name, [command = '', ...args]]) => {
    const started = performance.now();
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    const passed = status === 0;
    const took = `${((performance.now() - started) / 1_000).toFixed(1)} s`;
    process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${took}\n`);
    if (!passed) process.stdout.write(`${stdout}${stderr}\n`);
    return { name, passed };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = runChecks().every(({ passed }) => passed) ? 0 : 1;
