import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The suite has no way to send a key: this adds it to every request and changes nothing else, not even the Host. */
export async function withKey(url: string, key: string): Promise<string> {
  const target = new URL(url);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, rawHeaders } = request;
    const { hostname, port } = target;
    const headers = [...rawHeaders, 'Authorization', `Bearer ${key}`];
    const onward = ask({ hostname, port, method, path, headers: headers as never }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      response.flushHeaders();
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy()); // a client that hangs up does so at the hub
    request.pipe(onward);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return `http://localhost:${String(port)}${target.pathname}`;
}
