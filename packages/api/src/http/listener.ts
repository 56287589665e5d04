import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { toErrorBody, type PatchbayError } from '@patchbay/contracts';
import type { Clock } from '@patchbay/core';
import { refusalOf, type GuardRules } from './guard.ts';

export type RawHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ListenerDeps {
  readonly rules: GuardRules;
  readonly clock: Clock;
  /** Serves what the guard let through. */
  readonly serve: RawHandler;
  /** For machines alone: no browser is told what it may not do. */
  readonly isBare?: boolean;
  /** How long an answer that is complete may wait for its reader. */
  readonly unreadMs?: number;
}

/** Who asks and does not read holds the answer in our memory; Node has no limit for that. */
const maxUnreadMs = 30_000;

const securityHeaders = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
});

/** What a `node:http` server runs for each request: the guard, then the face that serves it. */
export function createListener(deps: ListenerDeps): RawHandler {
  const { rules, clock, serve, isBare = false, unreadMs = maxUnreadMs } = deps;
  const headers = isBare ? [] : securityHeaders;
  return (request, response) => {
    cutWhenUnread(response, unreadMs);
    for (const [name, value] of headers) response.setHeader(name, value);
    const refusal = refusalOf({ url: request.url ?? '', rawHeaders: request.rawHeaders }, rules);
    if (refusal) return sendError(response, refusal, clock);
    const { origin } = request.headers;
    if (origin !== undefined && rules.origins.includes(origin)) {
      allowOrigin(response, origin);
      if (isPreflight(request)) return void response.writeHead(204).end();
    }
    return serve(request, response);
  };
}

function cutWhenUnread(response: ServerResponse, unreadMs: number): void {
  response.once('prefinish', () => {
    if (response.writableLength === 0) return; // the system has taken all of it
    const cut = setTimeout(() => response.destroy(), unreadMs);
    response.once('close', () => clearTimeout(cut));
  });
}

function sendError(response: ServerResponse, error: PatchbayError, clock: Clock): void {
  const body = JSON.stringify(toErrorBody(error, clock.now()));
  response.writeHead(error.status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(body);
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, If-Match, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
  );
  response.setHeader('Access-Control-Expose-Headers', 'Mcp-Session-Id, WWW-Authenticate, Retry-After');
}

/** A web-standard app as a raw handler. */
export function toRawHandler(fetch: (request: Request) => Response | Promise<Response>): RawHandler {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  return (request, response) => void listener(request, response);
}
