import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from './test-certificate.ts';

export type OnRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** One port of this machine that can go away and come back. */
export interface Listener {
  readonly origin: string;
  readonly start: () => Promise<void>;
  /** Cuts every connection. */
  readonly stop: () => Promise<void>;
}

export async function listen(onRequest: OnRequest, isTls: boolean): Promise<Listener> {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    onRequest(request, response).catch((error: unknown) => response.destroy(error as Error)); // thrown by our own code
  };
  let running: Server | undefined;
  let port = 0;
  const start = async (): Promise<void> => {
    running = (isTls ? createTlsServer(testCertificate, handle) : createServer(handle)).listen(
      port,
      '127.0.0.1',
    );
    await once(running, 'listening');
    ({ port } = running.address() as AddressInfo); // it listens on a port, not on a pipe
  };
  await start();
  return {
    origin: `${isTls ? 'https' : 'http'}://127.0.0.1:${String(port)}`,
    start,
    async stop() {
      const closing = running;
      running = undefined;
      if (!closing) return;
      closing.close();
      closing.closeAllConnections();
      await once(closing, 'close');
    },
  };
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set, so these are buffers
  return Buffer.concat(chunks).toString();
}

export function headersOf(request: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(request.headersDistinct);
  return Object.fromEntries(pairs.map(([name, values]) => [name, values?.join(', ') ?? '']));
}
