import { credentialsSchema, transportSchema, type JsonObject, type RpcAnswer } from '@patchbay/contracts';
import {
  createStoredCredentials,
  type Link,
  type LinkRequest,
  type ListChange,
  type ServerNews,
  type OpenLink,
} from '@patchbay/core';
import { aServer, createRecordingLog } from '@patchbay/testkit';
import { onTestFinished } from 'vitest';
import { createConnector, type OpenConnector } from '../src/index.ts';

/** The environment in which these tests' hub believes to run. */
export const hubEnv = {
  PATH: '/usr/bin:/bin',
  HOME: '/nowhere',
  PATCHBAY_ADMIN_KEY: 'ours',
  CLOUD_KEY: 'theirs',
};

/** A connector that is closed when the test ends. */
export function createTestConnector(): OpenConnector {
  const { maskFor } = createStoredCredentials([]);
  const connect = createConnector({ version: '1.2.3', env: hubEnv, log: createRecordingLog(), maskFor });
  onTestFinished(() => connect.close());
  return connect;
}

type Overrides = Partial<Omit<OpenLink, 'server'>> & {
  readonly connect?: OpenConnector;
  readonly credentials?: object;
};

/** Opens a link to a server of that transport. `changes` is what it says of its lists, as it says it. */
export async function openLink(transport: object, overrides: Overrides = {}) {
  const { connect = createTestConnector(), credentials = {}, ...rest } = overrides;
  const changes: ListChange[] = [];
  const news: ServerNews[] = [];
  const link = await connect({
    server: aServer({
      transport: transportSchema.parse(transport),
      credentials: credentialsSchema.parse(credentials),
    }),
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onListChanged: (change) => changes.push(change),
    onNews: (one) => news.push(one),
    ...rest,
  });
  return { link, changes, news };
}

/** Calls a tool of a fixture. */
export function call(
  link: Link,
  name: string,
  more: Partial<LinkRequest> & { args?: JsonObject } = {},
): Promise<RpcAnswer> {
  const { args = {}, ...rest } = more;
  return link.request({
    method: 'tools/call',
    params: { name, arguments: args },
    timeoutMs: 60_000,
    ...rest,
  });
}

/** What a tool said, as text. */
export function textOf({ result }: RpcAnswer): string {
  const [first] = (result?.['content'] ?? []) as { text: string }[]; // as the tools of the fixtures answer
  return first?.text ?? '';
}
