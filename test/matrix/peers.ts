import type { JsonObject } from '@patchbay/contracts';
import {
  defaultTools,
  legacyVersions,
  modernVersion,
  openWireClient,
  startHttpFixture,
  startSseFixture,
  stdioFixture,
  type ClientTransport,
  type FixtureHandle,
  type Version,
  type WireClient,
} from '@patchbay/testkit/mcp';
import { onTestFinished } from 'vitest';
import { bin } from '../support/hub-process.ts';
import type { TestHub } from '../support/test-hub.ts';

/** Who speaks what over what. Streamable HTTP came with 2025-03-26; HTTP with SSE outlived its version, and the era ended it. */
export const peerKinds: readonly PeerKind[] = [
  ...over('stdio', [...legacyVersions, modernVersion]),
  ...over('sse', legacyVersions),
  ...over('http', [...legacyVersions.slice(1), modernVersion]),
];

export interface PeerKind {
  readonly version: Version;
  readonly transport: ClientTransport;
}

function over(transport: ClientTransport, versions: readonly Version[]): PeerKind[] {
  return versions.map((version) => ({ version, transport }));
}

export interface MatrixServer extends PeerKind {
  readonly name: string;
  /** A resource that no other server has. */
  readonly uri: string;
  readonly fixture: FixtureHandle;
}

export interface MatrixClient extends PeerKind {
  readonly wire: WireClient;
  /** Every notification it got. */
  readonly heard: readonly JsonObject[];
}

export const titleOf = ({ version, transport }: PeerKind): string => `${transport} ${version}`;

/** Starts a server of this kind and registers it. */
export async function startServer({ admin }: TestHub, kind: PeerKind): Promise<MatrixServer> {
  const { version, transport } = kind;
  const name = `${transport}-${version}`;
  const uri = `fixture://items/${name}`;
  const options = { resources: [{ uri, name }], tools: [...defaultTools, 'asks' as const] };
  if (transport === 'stdio') {
    const fixture = closedAtTheEnd(stdioFixture({ ...options, version }));
    const { command, args } = fixture;
    await admin.createServer({ body: { name, command, args: [...args] } });
    return { ...kind, name, uri, fixture };
  }
  const fixture =
    transport === 'sse' && version !== modernVersion
      ? await startSseFixture({ ...options, version })
      : await startHttpFixture({ ...options, version });
  closedAtTheEnd(fixture);
  await admin.createServer({ body: { name, transport, url: fixture.url } });
  return { ...kind, name, uri, fixture };
}

export async function openClient({ url, adminKey: key }: TestHub, kind: PeerKind): Promise<MatrixClient> {
  const heard: JsonObject[] = [];
  const wire = await openWireClient({
    ...kind,
    url,
    key,
    program: [process.execPath, bin, 'stdio'],
    capabilities: capabilitiesOf(kind),
    onAsked: answerQuestion,
    onNews: (message) => void heard.push(message),
  });
  onTestFinished(() => wire[Symbol.asyncDispose]());
  return { ...kind, wire, heard };
}

/** What its version lets it declare. */
function capabilitiesOf({ version }: PeerKind): JsonObject {
  return version < '2025-06-18' ? { sampling: {} } : { sampling: {}, elicitation: {} };
}

/** What a server asks of a client, whoever it is. */
export function answerQuestion(method: string): JsonObject {
  if (method === 'elicitation/create') return { action: 'accept', content: { name: 'Ada' } };
  return { role: 'assistant', content: { type: 'text', text: 'Ada' }, model: 'none' };
}

function closedAtTheEnd<F extends { close(): Promise<void> }>(fixture: F): F {
  onTestFinished(() => fixture.close());
  return fixture;
}
