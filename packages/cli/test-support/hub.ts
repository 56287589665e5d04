import { createHub } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { onTestFinished } from 'vitest';
import type { Terminal } from '../src/command.ts';
import { createTerminal } from './terminal.ts';

/** A terminal in front of a real hub. */
export async function setup(overrides: Partial<Terminal> = {}) {
  const dataDir = createTempDir();
  const hub = await createHub({ database: 'memory', dataDir, port: 0 });
  onTestFinished(() => hub.close());
  const environment = {
    PATCHBAY_URL: await hub.listen(),
    PATCHBAY_KEY: hub.adminKey,
    PATCHBAY_DATA_DIR: dataDir,
  };
  return { hub, environment, dataDir, run: createTerminal({ environment, ...overrides }) };
}
