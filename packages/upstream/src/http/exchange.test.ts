import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openLink } from '../../test-support/open-link.ts';
import { startRawServer } from '../../test-support/raw-server.ts';

it('a reply that is compressed though we asked not to is refused before it can grow', async () => {
  const url = await startRawServer((_, response) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    response.writeHead(200, headers).end(gzipSync(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })));
  });
  await expect(openLink({ kind: 'http', url })).rejects.toThrow('compressed');
});

it('an error page without end is not read to its end', async () => {
  const url = await startRawServer((_, response) => {
    response.writeHead(500).write('x'.repeat(1_000_000)); // and it never ends
  });
  await expect(openLink({ kind: 'http', url })).rejects.toThrow('HTTP 500');
});

it('a redirect that goes in circles is left after three rounds', async () => {
  let rounds = 0;
  const url = await startRawServer((_, response) => {
    rounds += 1;
    response.writeHead(307, { location: `/mcp?${String(rounds)}` }).end();
  });
  await expect(openLink({ kind: 'http', url })).rejects.toThrow('HTTP 307');
  expect(rounds).toBe(4);
});

it('a header that cannot be sent is a failure to connect, and is not repeated', async () => {
  const url = await startRawServer((_, response) => void response.end());
  const credentials = { bearerToken: 's3cret\r\nhost: evil' };
  const opened = openLink({ kind: 'http', url }, { credentials });
  await expect(opened).rejects.toMatchObject({ code: 'MCP_CONNECTION_FAILED', data: { phase: 'not-sent' } });
  await expect(opened).rejects.not.toThrow('s3cret');
});
