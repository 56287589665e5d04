import { describe, expect, it } from 'vitest';
import { startTestHub } from '../support/test-hub.ts';
import { columns, type Cell } from './columns.ts';
import { columnNames, exceptionFor, type ColumnName } from './expected.ts';
import {
  openClient,
  peerKinds,
  startServer,
  titleOf,
  type MatrixClient,
  type MatrixServer,
} from './peers.ts';

/** Against hangs only. */
const longestMs = 60_000;

async function outcomeOf(column: ColumnName, cell: Cell): Promise<string> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve('hung'), longestMs);
  const run = columns[column](cell).catch((error: unknown) => String(error));
  const outcome = await Promise.race([run, late.promise]);
  clearTimeout(timer);
  return outcome;
}

/** One client after the other, so that what happens at the server is known to be its doing. */
async function tryAt(server: MatrixServer, clients: readonly MatrixClient[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const column of columnNames)
    for (const client of clients) {
      const outcome = await outcomeOf(column, { client, server });
      const expected = exceptionFor(column, client.version)?.outcome(server.version) ?? 'works';
      if (outcome !== expected) wrong.push(`${titleOf(client)} at ${titleOf(server)}: ${column}: ${outcome}`);
    }
  return wrong;
}

describe('every client at every server', () => {
  it('can do what its version and that of the server have', async () => {
    const hub = await startTestHub({ results: { keepHours: 0 } });
    const servers = await Promise.all(peerKinds.map((kind) => startServer(hub, kind)));
    const clients = await Promise.all(peerKinds.map((kind) => openClient(hub, kind)));
    const wrong = await Promise.all(servers.map((server) => tryAt(server, clients)));
    expect(wrong.flat()).toEqual([]);
  });
});
