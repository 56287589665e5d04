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

/** What an agent is told of a request. Anything else may be a secret that was meant for us. */
const told =
  /^(?:accept|content-type|last-event-id|traceparent|tracestate|x-trace-id|x-parent-span|(?:x-mesh|mcp)-.*)$/;
/** Of one connection, not of the message. */
const ofOneHop = /^(?:connection|keep-alive|transfer-encoding|te|trailer|upgrade|set-cookie|proxy-.*)$/;

type Headers = Record<string, string | string[]>;

function pick(headers: IncomingMessage['headers'], isWanted: (name: string) => boolean): Headers {
  const entries = Object.entries(headers).filter(([name, value]) => value !== undefined && isWanted(name));
  return Object.fromEntries(entries) as Headers; // undefined was left out
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
    ...pick(request.headers, (name) => told.test(name)),
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
      response.writeHead(
        answer.statusCode ?? 502,
        pick(answer.headers, (name) => !ofOneHop.test(name)),
      );
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
    // It may have been cut in the middle of a line.
    isStream ? `\n: mesh-proxy-timeout budget=${String(timeoutMs / 1_000)}s\n\n` : undefined,
  );
}
