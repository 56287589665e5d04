import { request as askHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TraceContext } from '@patchbay/core';
import { toAgentHeaders } from './trace-of-agent.ts';
import { MeshRefusal, sendRefusal } from './wire.ts';

export interface RelayTarget {
  /** `http://host:port` of a registered agent. */
  readonly endpoint: string;
  readonly path: string;
  readonly timeoutMs: number;
  /** What was read already. */
  readonly body: string;
  /** In place of what its caller says that it belongs to. */
  readonly trace?: TraceContext | undefined;
}

/** Of one connection, not of the message; and what is ours to know is not the agent's. */
const kept = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'proxy-authorization',
  'proxy-authenticate',
  'authorization',
  'cookie',
  'host',
  'content-length',
]);

function passedOn(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(([name, value]) => value !== undefined && !kept.has(name));
  return Object.fromEntries(entries) as Record<string, string | string[]>; // undefined was left out
}

/** Hands a request to an agent, and its answer back as it comes. */
export function relay(
  request: IncomingMessage,
  response: ServerResponse,
  target: RelayTarget,
): Promise<void> {
  const { endpoint, path, timeoutMs, body, trace } = target;
  const url = new URL(path, endpoint);
  const headers = {
    ...passedOn(request.headers),
    ...(trace && toAgentHeaders(trace)),
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return new Promise((resolve) => {
    const asked = askHttp(url, { method: request.method, headers });
    const budget = setTimeout(
      () => asked.destroy(new MeshRefusal(504, 'The agent did not answer in time')),
      timeoutMs,
    );
    response.on('close', () => asked.destroy());
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
      answer.on('data', (chunk: Buffer) => {
        if (response.write(chunk)) return;
        answer.pause();
        response.once('drain', () => answer.resume());
      });
      answer.on('end', () => response.end());
      answer.on('error', () => endLate(response, answer, timeoutMs));
    });
    asked.on('error', (error) => {
      const refusal =
        error instanceof MeshRefusal ? error : new MeshRefusal(502, 'Failed to reach target agent');
      if (!response.headersSent) sendRefusal(response, refusal, new Date());
    });
    asked.on('close', () => {
      clearTimeout(budget);
      resolve();
    });
    asked.end(body);
  });
}

/** A stream that is cut says so in a way that its reader may overlook. */
function endLate(response: ServerResponse, answer: IncomingMessage, timeoutMs: number): void {
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
  response.end(
    isStream ? `: mesh-proxy-timeout budget=${String(Math.round(timeoutMs / 1_000))}s\n\n` : undefined,
  );
}
