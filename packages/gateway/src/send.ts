import type { ServerResponse } from 'node:http';
import { toErrorBody, type PatchbayError } from '@patchbay/contracts';
import type { Clock } from '@patchbay/core';
import type { Payload } from './payload.ts';

export function sendJson(response: ServerResponse, payload: Payload, status = 200): void {
  if (response.destroyed) return; // the client has left, and Node makes an error of writing to nobody
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  if (typeof payload === 'string') return void response.end(payload);
  response.setHeader('Content-Length', Buffer.byteLength(payload.head) + payload.rest.length);
  response.cork(); // head and rest in one go
  response.write(payload.head);
  return void response.end(payload.rest);
}

export function sendNothing(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}

/** What is refused before anyone looks at JSON-RPC has the same body as at the REST face. */
export function sendError(response: ServerResponse, error: PatchbayError, clock: Clock): void {
  if (error.status === 503) response.setHeader('Retry-After', '1');
  if (error.code === 'HUB_STOPPING') response.setHeader('Connection', 'close');
  sendJson(response, JSON.stringify(toErrorBody(error, clock.now())), error.status);
}
