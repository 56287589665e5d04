import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the running test's own, gone when it ends. A concurrent test hands over its own `onTestFinished`. */
export function createTempDir(whenDone: (cleanUp: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-test-'));
  whenDone(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
