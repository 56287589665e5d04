import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createClient, type Client as AdminClient } from '@patchbay/client';
import { createHub, type ConfigInput, type Hub } from '@patchbay/hub';
import {
  startHttpFixture,
  startSseFixture,
  stdioFixture,
  type HttpFixtureOptions,
  type NetworkFixture,
  type SseFixtureOptions,
  type StdioFixture,
  type StdioFixtureOptions,
} from '@patchbay/testkit/mcp';

interface LogLine {
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What an operator says about a server besides how it is reached. */
type Settings = Partial<Parameters<Hub['register']>[0]>;

/** A whole hub in this process, and servers for it that end with it. */
export interface Lab extends AsyncDisposable {
  readonly hub: Hub;
  readonly admin: AdminClient;
  readonly url: string;
  readonly log: readonly LogLine[];
  /** Registers it and connects it. */
  readonly stdio: (name: string, options?: StdioFixtureOptions, settings?: Settings) => Promise<StdioFixture>;
  readonly http: (name: string, options?: HttpFixtureOptions, settings?: Settings) => Promise<NetworkFixture>;
  readonly sse: (name: string, options?: SseFixtureOptions, settings?: Settings) => Promise<NetworkFixture>;
  /** An MCP client's session at the hub, with the official client. */
  readonly session: (onListChanged?: () => void) => Promise<Client>;
}

export async function openLab(config: ConfigInput = {}): Promise<Lab> {
  const dataDir = mkdtempSync(join(tmpdir(), 'patchbay-faults-'));
  const log: LogLine[] = [];
  const note = (event: string, fields: LogLine['fields'] = {}): void => void log.push({ event, fields });
  const hub = await createHub(
    { database: 'memory', port: 0, ...config, dataDir },
    { debug() {}, info: note, warn: note, error: note },
  );
  const url = await hub.listen();
  const closing: (() => Promise<void>)[] = [];
  const registered = async <F extends { close(): Promise<void> }>(fixture: F, entry: EntryOf): Promise<F> => {
    closing.push(() => fixture.close());
    await hub.register({ autoConnect: true, ...entry });
    return fixture;
  };
  return {
    hub,
    url,
    log,
    admin: createClient({ url, key: hub.adminKey }),
    stdio(name, options, settings) {
      const fixture = stdioFixture(options);
      return registered(fixture, { name, ...commandOf(fixture), ...settings });
    },
    async http(name, options, settings) {
      const fixture = await startHttpFixture(options);
      return registered(fixture, { name, transport: 'http', url: fixture.url, ...settings });
    },
    async sse(name, options, settings) {
      const fixture = await startSseFixture(options);
      return registered(fixture, { name, transport: 'sse', url: fixture.url, ...settings });
    },
    async session(onListChanged) {
      const client = await openSession(`${url}/mcp`, hub.adminKey ?? '', onListChanged);
      closing.push(() => client.close());
      return client;
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      await Promise.all(closing.map((close) => close()));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type EntryOf = Parameters<Hub['register']>[0];

export function commandOf({ command, args, env }: StdioFixture) {
  return { command, args: [...args], env: { ...env } };
}

async function openSession(url: string, key: string, onChanged?: () => void): Promise<Client> {
  const heard = onChanged && { tools: { onChanged, debounceMs: 0, autoRefresh: false } };
  const client = new Client(
    { name: 'faults', version: '1' },
    { versionNegotiation: { mode: 'legacy' }, ...(heard && { listChanged: heard }) },
  );
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}
