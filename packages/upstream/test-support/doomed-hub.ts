import { transportSchema } from '@patchbay/contracts';
import { aServer } from '@patchbay/testkit/builders';
import { createConnector } from '../src/index.ts';

// A hub that opens one link, shows that it works, and waits to be killed.

const log = { debug() {}, info() {}, warn() {}, error() {} };
const connect = createConnector({ version: '1', env: {}, log, maskFor: () => (text) => text });
const link = await connect({
  server: aServer({ transport: transportSchema.parse(JSON.parse(process.argv[2] ?? '')) }),
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  onListChanged() {},
  onNews() {},
});
await link.request({ method: 'tools/list', timeoutMs: 60_000 });
