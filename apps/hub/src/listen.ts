import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { RawHandler } from '@patchbay/api';
import { fail, toErrorBody, type PatchbayError } from '@patchbay/contracts';
import type { Clock } from '@patchbay/core';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly behindProxy: boolean;
  readonly handle: RawHandler;
  readonly clock: Clock;
}

export interface Listening {
  readonly url: string;
  /** Takes no more connections, lets what runs finish until `graceMs` are over, then cuts it. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Against clients that send slowly to keep us waiting; Node's own limits are minutes. */
const limits: ServerOptions = {
  headersTimeout: 5_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1_024,
  requireHostHeader: true,
};
const maxConnections = 20_000;
const maxRequestsPerSocket = 1_000;

export async function listen(options: ListenOptions): Promise<Listening> {
  const { host, port, tls, behindProxy, clock } = options;
  if (!tls && !behindProxy && !isLoopback(host)) throw fail('BIND_REFUSED', { host });
  const server = createServer(options);
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = maxRequestsPerSocket;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerBroken(error, socket as Socket, clock),
  );
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw isAddressInUse(error) ? fail('ADDRESS_IN_USE', { host, port }, error) : error;
  });
  return { url: urlOf(server, options), close: (graceMs) => close(server, graceMs) };
}

function createServer({ tls, handle }: ListenOptions): Server {
  if (!tls) return createHttpServer(limits, handle);
  const pem = { cert: readPem(tls.cert, 'tls.cert'), key: readPem(tls.key, 'tls.key') };
  return createHttpsServer({ ...limits, ...pem, minVersion: 'TLSv1.2' }, handle);
}

function readPem(file: string, path: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw fail('CONFIG_INVALID', { problems: [{ path, message: `${file} cannot be read.` }] }, error);
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function urlOf(server: Server, { host, tls }: ListenOptions): string {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${String(port)}`;
}

/** What never became a request still gets an answer that a program can read. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket, clock: Clock): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const refusal = refusalOf(error.code);
  const body = JSON.stringify(toErrorBody(refusal, clock.now()));
  const head = `HTTP/1.1 ${String(refusal.status)} Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  socket.end(`${head}Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
}

function refusalOf(code: string | undefined): PatchbayError {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('HEADERS_TOO_LARGE', {});
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('REQUEST_TIMEOUT', {});
  return fail('REQUEST_MALFORMED', { reason: 'it is not HTTP/1.1.' });
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}
