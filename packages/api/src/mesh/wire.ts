import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '@patchbay/core';

/** One request on the wire of the mesh. */
export interface Ask {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined for a plain agent, where those are let in. */
  readonly principal: Principal | undefined;
}

/** What the wire says instead of an answer. The mesh has its own form of errors, so ours stay out of it. */
export class MeshRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

export function sendRefusal(response: ServerResponse, { status, message }: MeshRefusal, now: Date): void {
  if (response.headersSent) return void response.end();
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  sendJson(response, status, { error: message, timestamp: now.toISOString() });
}

const maxBodyBytes = 2 * 1_024 * 1_024;

/** Counted as it arrives; what is too long is read to its end and dropped, so that the answer can be seen. */
export function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      if (length > maxBodyBytes)
        reject(new MeshRefusal(413, `The body is longer than ${String(maxBodyBytes)} bytes`));
      else resolve(Buffer.concat(chunks).toString('utf8'));
    });
    const endEarly = (): void => {
      if (!request.readableEnded) reject(new MeshRefusal(400, 'The body ended early'));
    };
    request.on('error', endEarly);
    request.on('close', endEarly);
  });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MeshRefusal(400, `Invalid JSON payload: ${error instanceof Error ? error.message : ''}`);
  }
}
