import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.ts';

// `npm test`: every check, then every test. The last line counts both.

const checks = runChecks();
const tests = runTests(process.argv.slice(2));
const passed = checks.filter((check) => check.passed).length + tests.passed;
const failed = checks.filter((check) => !check.passed).length + tests.failed;
process.stdout.write(`\n${String(passed)} passed, ${String(failed)} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function runTests(filters: readonly string[]): { passed: number; failed: number } {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // Hundreds of processes are started and killed; what they load need not be compiled each time.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const { status } = spawnSync('vitest', ['run', ...reporters, ...filters], {
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  });
  const counts = readReport(file);
  rmSync(folder, { recursive: true });
  // A run that broke outside of any test, such as a file that does not load, must not look green.
  return status === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

function readReport(file: string): { passed: number; failed: number } {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
