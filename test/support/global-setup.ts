import { join } from 'node:path';
import { startPostgres } from '@patchbay/testkit/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** One PostgreSQL for the whole run; a test makes its own database on it. */
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests start many processes; what one has compiled, the next need not.
  process.env['NODE_COMPILE_CACHE'] ??= join(process.cwd(), 'node_modules', '.cache', 'compiled');
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.adminUrl);
  return () => postgres.stop();
}
