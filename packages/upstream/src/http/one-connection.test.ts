import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { modernVersion, type RpcRequest } from '@patchbay/contracts';
import { expect, it, onTestFinished } from 'vitest';
import { call, openLink, textOf } from '../../test-support/open-link.ts';

function answer(body: string): string {
  const { id, method } = JSON.parse(body) as RpcRequest; // the hub's own
  const result =
    method === 'server/discover'
      ? { supportedVersions: [modernVersion], capabilities: { tools: {} } }
      : { content: [{ type: 'text', text: 'hello' }] };
  return JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, resultType: 'complete' } });
}

/** A modern server that announces no changes, so that nobody listens to it; it counts who connects. */
async function startServer() {
  let connections = 0;
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    void text(request).then((body) => response.end(answer(body)));
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${String(port)}/mcp`, connections: () => connections };
}

it('what follows the greeting goes over the same connection', async () => {
  const server = await startServer();
  const { link } = await openLink({ kind: 'http', url: server.url, verifySsl: true });
  expect(textOf(await call(link, 'echo'))).toBe('hello');
  expect(server.connections()).toBe(1);
  await link.close();
});
