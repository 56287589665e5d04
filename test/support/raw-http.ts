import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { errorBodySchema } from '@patchbay/contracts';
import { z } from 'zod';

const ca = readFileSync(join(import.meta.dirname, 'tls', 'cert.pem'));

export interface RawAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Sent as it is; fetch would tidy it up first. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** One request, exactly as given. A stream is read up to its first bytes. */
export function askRaw(
  url: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const { protocol, hostname, port } = new URL(url);
  const request = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers, agent: false, ca }, (incoming) => {
      const chunks: Buffer[] = [];
      const done = (): void => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        });
        outgoing.destroy();
      };
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (incoming.headers['content-type']?.startsWith('text/event-stream')) done();
      });
      incoming.on('end', done);
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** As OpenAI's clients know it. */
const openAiErrorSchema = z.strictObject({
  error: z.strictObject({
    message: z.string().min(1),
    type: z.string().min(1),
    param: z.string().nullable(),
    code: z.string().min(1),
  }),
});

/** 4xx, with an error that a program can read: ours, or at `/v1` that of OpenAI. */
export function isRefusal({ status, body }: RawAnswer, path = ''): boolean {
  const schema = path.startsWith('/v1/') ? openAiErrorSchema : errorBodySchema;
  return status >= 400 && status < 500 && schema.safeParse(JSON.parse(body)).success;
}

/** Writes bytes to a socket and returns everything that comes back until the other side closes. */
export function sendBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (/\r\n\r\n/.test(answer)) socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}
