import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client } from '@patchbay/client';
import { createHub, type ConfigInput, type Hub, type ToolEntry } from '@patchbay/hub';
import { createRecordingLog, createTempDir, type RecordingLog } from '@patchbay/testkit';
import { onTestFinished } from 'vitest';

export interface TestHub {
  readonly hub: Hub;
  readonly url: string;
  readonly adminKey: string;
  readonly admin: Client;
  readonly log: RecordingLog;
}

/** A whole hub in this process, on a free port, gone when the test ends. */
export async function startTestHub(
  config: ConfigInput = {},
  tools: readonly ToolEntry[] = [],
): Promise<TestHub> {
  const log = createRecordingLog();
  const { dataDir = createTempDir() } = config;
  const hub = await createHub({ database: 'memory', port: 0, ...config, dataDir }, log, tools);
  onTestFinished(() => hub.close());
  const url = await hub.listen();
  const adminKey = hub.adminKey ?? readKey(dataDir, hub.keyFile);
  return { hub, url, adminKey, admin: createClient({ url, key: adminKey }), log };
}

/** Of a hub that was started before in the same folder. */
function readKey(dataDir: string, keyFile: string | undefined): string {
  return keyFile === undefined ? '' : readFileSync(join(dataDir, keyFile), 'utf8').trim();
}
