import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTempDir } from '@patchbay/testkit';
import type { Leg } from './legs.ts';

const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

export interface SuiteResult {
  /** Scenarios that count, and in which nothing failed. */
  readonly passed: readonly string[];
  /** The others that count, with what went wrong. */
  readonly failed: Readonly<Record<string, readonly string[]>>;
  /** Scenarios that are run without counting, in which something failed. */
  readonly failedUnscored: readonly string[];
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Every scenario that the suite says a server of this revision must pass. */
export function scoredScenarios(revision: Leg['revision']): string[] {
  const file = join(dirname(program), '..', 'requirements', `${revision}.yaml`);
  const [, list = ''] = /^server:\n((?: +- \S+\n)+)/m.exec(readFileSync(file, 'utf8')) ?? [];
  return [...list.matchAll(/- (\S+)/g)].map(([, name = '']) => name);
}

/** Runs the suite against this URL and reads what it wrote down of every check. */
export async function runSuite(url: string, revision: Leg['revision']): Promise<SuiteResult> {
  const folder = createTempDir();
  const args = [program, 'server', '--url', url, '--requirements', revision, '--output-dir', folder];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  await once(child, 'exit');
  const scored = scoredScenarios(revision);
  const results = new Map(readdirSync(folder).map((name) => [scenarioOf(name), readChecks(folder, name)]));
  const failed = scored.flatMap((name) => {
    const problems = problemsOf(results.get(name));
    return problems.length > 0 ? [[name, problems] as const] : [];
  });
  return {
    passed: scored.filter((name) => problemsOf(results.get(name)).length === 0),
    failed: Object.fromEntries(failed),
    failedUnscored: [...results.keys()].filter(
      (name) => !scored.includes(name) && problemsOf(results.get(name)).length > 0,
    ),
  };
}

/** The folder of a scenario is `server-<name>-<time>`. */
function scenarioOf(folder: string): string {
  return /^server-(.*)-\d{4}-\d\d-\d\dT.*$/.exec(folder)?.[1] ?? folder;
}

function readChecks(folder: string, name: string): Check[] {
  return JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[]; // as the suite documents it
}

/** One that was not run has not passed. */
function problemsOf(checks: readonly Check[] = [{ id: 'never run', status: 'FAILURE' }]): string[] {
  return checks.flatMap(({ id, status, errorMessage = '' }) =>
    status === 'FAILURE' ? [`${id}: ${errorMessage}`] : [],
  );
}
