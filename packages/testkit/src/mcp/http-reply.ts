import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@patchbay/contracts';
import type { Fault } from './faults.ts';
import { answerHttpFault } from './http-faults.ts';
import type { Wire } from './misbehave.ts';

/** `auto` is JSON unless there is news before the answer; then, as with `sse` always, it is a stream. */
export type AnswerKind = 'auto' | 'json' | 'sse';

export interface HttpReply extends Wire {
  /** What belongs to the request; a `json` reply has no place for it. */
  readonly notify: (message: JsonObject) => void;
  /** A status other than 200 makes the answer a JSON body. */
  readonly setStatus: (status: number) => void;
}

interface Exchanged {
  readonly response: ServerResponse;
  readonly fault: Fault | undefined;
}

export const eventOf = (text: string, name = 'message'): string => `event: ${name}\ndata: ${text}\n\n`;

export const streamHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
const jsonHeaders = { 'content-type': 'application/json' };

export function createHttpReply({ response, fault }: Exchanged, kind: AnswerKind): HttpReply {
  let status = 200;
  const beginStream = (): void => {
    if (!response.headersSent) response.writeHead(200, streamHeaders);
  };
  const isStream = (): boolean => response.headersSent || (kind === 'sse' && status === 200);
  return {
    setStatus: (wanted) => void (status = wanted),
    notify(message) {
      if (kind === 'json') return;
      beginStream();
      response.write(eventOf(JSON.stringify(message)));
    },
    answer(texts) {
      if (answerHttpFault(fault, response, 'after')) return;
      if (!isStream()) return sendJson(response, status, texts.join('\n'));
      beginStream();
      response.end(texts.map((text) => eventOf(text)).join(''));
    },
    cut(text, how = 'destroy') {
      const isJson = !isStream();
      const whole = isJson ? text : eventOf(text);
      const half = whole.slice(0, whole.length / 2);
      const promised = how === 'destroy' ? { 'content-length': Buffer.byteLength(text) } : {};
      if (isJson) response.writeHead(status, { ...jsonHeaders, ...promised });
      else beginStream();
      if (how === 'end') response.end(half);
      else response.write(half, () => response.destroy());
    },
    nothing() {
      if (!response.headersSent) response.writeHead(202);
      response.end();
    },
    crash: () => void response.destroy(),
    floodStderr: () => Promise.resolve(),
  };
}

export function sendJson(response: ServerResponse, status: number, body: string | JsonObject): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { ...jsonHeaders, 'content-length': Buffer.byteLength(text) }).end(text);
}
