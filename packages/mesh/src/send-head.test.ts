import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSendHead } from './send-head.ts';

const noBody = { 'Content-Length': 0 };

async function serve(server: Server): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${String(port)}`, connections: () => connections };
}

describe('heads', () => {
  it('that are asked for one after the other share a connection', async () => {
    const { url, connections } = await serve(
      createServer((request, response) =>
        response.writeHead(request.url === '/gone' ? 410 : 202, noBody).end(),
      ),
    );
    const sendHead = createSendHead();
    for (let n = 0; n < 5; n += 1) expect((await sendHead(`${url}/x`, {})).status).toBe(202);
    expect((await sendHead(`${url}/gone`, {})).status).toBe(410);
    expect(connections()).toBe(1);
  });

  it('are asked for again where the other end closed a connection that was kept', async () => {
    let count = 0;
    const { url, connections } = await serve(
      createServer((request, response) => {
        count += 1;
        if (count === 2) request.socket.resetAndDestroy();
        else response.writeHead(200, noBody).end();
      }),
    );
    const sendHead = createSendHead();
    await sendHead(url, {});
    expect((await sendHead(url, {})).status).toBe(200);
    expect([count, connections()]).toEqual([3, 2]);
  });

  it('of somebody who is not there are an error', async () => {
    await expect(createSendHead()('http://127.0.0.1:1', {})).rejects.toThrow('ECONNREFUSED');
  });
});
