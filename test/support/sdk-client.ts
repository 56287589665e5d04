import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { TestHub } from './test-hub.ts';

/** The official client, connected to a hub until the test ends. */
export async function sdkClient(
  { url, adminKey }: Pick<TestHub, 'url' | 'adminKey'>,
  era: 'legacy' | 'modern',
  { profile, ...options }: ClientOptions & { readonly profile?: string } = {},
): Promise<Client> {
  const mode = era === 'legacy' ? ('legacy' as const) : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1' }, { ...options, versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${adminKey}` };
  const address = new URL(profile === undefined ? '/mcp' : `/mcp/${profile}`, url);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}
