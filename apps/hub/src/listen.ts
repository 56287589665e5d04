import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, STATUS_CODES, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { RawHandler } from '@patchbay/api';
import { fail, isLoopback, reasonOf, toErrorBody, type PatchbayError } from '@patchbay/contracts';
import type { Clock } from '@patchbay/core';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly behindProxy: boolean;
  readonly handle: RawHandler;
  readonly clock: Clock;
  /** How long a connection may be idle; for those who come back at intervals. */
  readonly idleMs?: number;
}

export interface Listening {
  readonly url: string;
  /**
   * Takes no more connections and lets what runs finish until `graceMs` are over. What is left then is given an end
   * by `giveUp`, and a moment to tell it; then it is cut.
   */
  readonly close: (graceMs: number, giveUp: () => Promise<void>) => Promise<void>;
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
const sweepMs = 50;
/** For answers that were given at the very end. */
const lastWordsMs = 500;

export async function listen(options: ListenOptions): Promise<Listening> {
  const { port, clock } = options;
  const host = options.host.replace(/^\[(.*)\]$/, '$1');
  assertSafe(options);
  const server = createServer(options);
  server.keepAliveTimeout = options.idleMs ?? server.keepAliveTimeout;
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = maxRequestsPerSocket;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerBroken(error, socket as Socket, clock),
  );
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw toListenError(error, host, port);
  });
  return { url: urlOf(server, options), close: (graceMs, giveUp) => close(server, graceMs, giveUp) };
}

/** Keys would cross the network readable. Asked before anything is made, so that a refused start leaves nothing. */
export function assertSafe({
  host,
  tls,
  behindProxy,
}: Pick<ListenOptions, 'host' | 'tls' | 'behindProxy'>): void {
  if (!tls && !behindProxy && !isLoopback(host)) throw fail('BIND_REFUSED', { host });
}

function toListenError(error: unknown, host: string, port: number): PatchbayError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return fail('ADDRESS_IN_USE', { host, port }, error);
  return fail('LISTEN_FAILED', { host, port, reason: reasons[String(code)] ?? reasonOf(error) }, error);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use that port.',
  EADDRNOTAVAIL: 'this machine does not have that address.',
  ENOTFOUND: 'nobody knows that name.',
};

function createServer({ tls, handle }: ListenOptions): Server {
  if (!tls) return createHttpServer(limits, handle);
  const pem = { cert: readPem(tls.cert, 'tls.cert'), key: readPem(tls.key, 'tls.key') };
  try {
    return createHttpsServer({ ...limits, ...pem, minVersion: 'TLSv1.2' }, handle);
  } catch (error) {
    const message = `Certificate and key do not work together: ${reasonOf(error)}`;
    throw fail('CONFIG_INVALID', { problems: [{ path: 'tls', message }] }, error);
  }
}

function readPem(file: string, path: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw fail('CONFIG_INVALID', { problems: [{ path, message: `${file} cannot be read.` }] }, error);
  }
}

function urlOf(server: Server, { host, tls }: ListenOptions): string {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${String(port)}`;
}

/**
 * What never became a request still gets an answer that a program can read; but not behind bytes that were sent
 * before, where it would pass for a part of another answer.
 */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket, clock: Clock): void {
  if (!socket.writable || socket.bytesWritten > 0 || error.code === 'ECONNRESET')
    return void socket.destroy();
  const refusal = refusalOf(error.code);
  const body = JSON.stringify(toErrorBody(refusal, clock.now()));
  const status = `${String(refusal.status)} ${STATUS_CODES[refusal.status] ?? ''}`;
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  socket.end(`${head}Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
}

function refusalOf(code: string | undefined): PatchbayError {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('HEADERS_TOO_LARGE', {});
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('REQUEST_TIMEOUT', {});
  return fail('REQUEST_MALFORMED', { reason: 'it is not HTTP/1.1 as we know it.' });
}

async function close(server: Server, graceMs: number, giveUp: () => Promise<void>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const cutAll = (): void => server.closeAllConnections();
  let cut = setTimeout(() => {
    void giveUp().finally(() => (cut = setTimeout(cutAll, lastWordsMs)));
  }, graceMs);
  // Node closes those that are idle now; one whose answer ends later would stay open for its next request.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
}
