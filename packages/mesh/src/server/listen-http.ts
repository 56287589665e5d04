import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail, isDeeperThan, PatchbayError, toErrorBody } from '@patchbay/contracts';
import { json, type Answer, type AgentResponse, type Listen } from './http.ts';

const maxBodyBytes = 10 * 1024 * 1024;
const maxDepth = 64;

/** A socket of Node. */
export const listenHttp: Listen = async (answer, { host, port }) => {
  const server = createServer((request, response) => void serve(request, response, answer));
  server.listen(port, host);
  await once(server, 'listening'); // an address in use rejects here
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

async function serve(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const left = new AbortController();
  response.once('close', () => void (response.writableFinished || left.abort()));
  try {
    const body = await readBody(request);
    const { method = 'GET', url = '/', headers } = request;
    const [path = '/'] = url.split('?');
    const asked = {
      method,
      path,
      headers: headers as Record<string, string | undefined>,
      body,
      signal: left.signal,
    };
    await send(response, await answer(asked), method === 'HEAD');
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    await send(response, refusalOf(error), false);
  }
}

function refusalOf(error: unknown): AgentResponse {
  const refusal = PatchbayError.is(error) ? error : fail('UNEXPECTED', {}, error);
  return json(refusal.status, toErrorBody(refusal, new Date()));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw fail('BODY_TOO_LARGE', { maxBytes: maxBodyBytes });
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (isDeeperThan(bytes, maxDepth))
    throw fail('REQUEST_MALFORMED', { reason: `its JSON is nested deeper than ${String(maxDepth)} levels.` });
  return bytes.toString();
}

async function send(
  response: ServerResponse,
  { status, headers, body }: AgentResponse,
  isHead: boolean,
): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(status, headers);
  if (isHead || typeof body === 'string') return void response.end(isHead ? undefined : body);
  response.flushHeaders();
  await pipeline(Readable.from(body), response); // whoever leaves ends what is still being made
}
