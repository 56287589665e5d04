import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@patchbay/contracts';
import type { Faults } from './faults.ts';
import type { Fixture } from './fixture.ts';
import { createNetworkFixture, type NetworkFixture } from './handle.ts';
import {
  answered,
  createInside,
  postedMessage,
  readExchange,
  type Exchange,
  type Inside,
} from './http-exchange.ts';
import { answerVerbFault } from './http-fixture.ts';
import { answerHttpFault } from './http-faults.ts';
import { listen } from './http-listener.ts';
import { eventOf, streamHeaders } from './http-reply.ts';
import { answerWith, type Wire } from './misbehave.ts';
import type { Session } from './session.ts';
import { idOf, type LegacyVersion } from './wire.ts';
import type { FixtureOptions } from './world.ts';

export interface SseFixtureOptions extends Omit<FixtureOptions, 'version' | 'versions'> {
  /** 2024-11-05 unless told otherwise: newer servers kept this transport for old clients. */
  readonly version?: LegacyVersion;
  readonly faults?: Faults;
  readonly tls?: boolean;
}

/** One open `GET /sse`. */
interface Line {
  readonly session: Session;
  readonly stream: ServerResponse;
}

/** The HTTP+SSE transport of 2024-11-05: answers come on the stream of `GET /sse`, whatever the POST says. */
export async function startSseFixture(options: SseFixtureOptions = {}): Promise<NetworkFixture> {
  const inside = createInside({ version: '2024-11-05', ...options });
  const lines = new Map<string, Line>();
  const listener = await listen(async (request, response) => {
    const exchange = await readExchange(inside, request, response);
    const { verb, url, fault } = exchange;
    if (url.pathname === '/messages') return post(inside, exchange, lines);
    if (url.pathname !== '/sse') return answered(response, 404, 'Not found');
    if (answerVerbFault(fault, response)) return;
    if (verb !== 'GET') return answered(response, 405, 'Method not allowed');
    openLine(inside, response, lines);
  }, options.tls === true);
  const door = {
    drop() {
      for (const { stream } of lines.values()) stream.end();
      lines.clear();
    },
    get sessions() {
      return lines.size;
    },
    get streams() {
      return lines.size;
    },
  };
  return createNetworkFixture({ inside, listener, path: '/sse', door });
}

function openLine({ fixture }: Inside, stream: ServerResponse, lines: Map<string, Line>): void {
  const id = randomUUID();
  const session = fixture.open((message) => stream.write(eventOf(JSON.stringify(message))));
  lines.set(id, { session, stream });
  stream.on('close', () => {
    lines.delete(id);
    fixture.close(session);
  });
  stream.writeHead(200, streamHeaders).write(eventOf(`/messages?sessionId=${id}`, 'endpoint'));
}

async function post(inside: Inside, exchange: Exchange, lines: Map<string, Line>): Promise<void> {
  const id = exchange.url.searchParams.get('sessionId') ?? '';
  if (exchange.fault?.kind === 'lost-session') lines.delete(id);
  const line = lines.get(id);
  const message = postedMessage(exchange);
  if (!message) return;
  if (!line) return answered(exchange.response, 404, 'Session not found');
  await answerOn(line, exchange, { fixture: inside.fixture, message });
}

interface Posted {
  readonly fixture: Fixture;
  readonly message: JsonObject;
}

async function answerOn(line: Line, exchange: Exchange, { fixture, message }: Posted): Promise<void> {
  const { response, fault } = exchange;
  const peer = { session: line.session, notify: line.session.push };
  if (fault?.kind === 'status') {
    await fixture.handle(message, peer);
    return void answerHttpFault(fault, response, 'after');
  }
  const isCrash = fault?.kind === 'crash' && fault.when === 'before';
  if (!isCrash) response.writeHead(202).end('Accepted');
  if (idOf(message) === undefined) return void (await fixture.handle(message, peer));
  const { signal } = new AbortController();
  await answerWith({
    fault,
    wire: wireOf(line.stream, response),
    wait: (ms) => fixture.wait(ms, signal),
    run: () => fixture.handle(message, peer),
  });
}

function wireOf(stream: ServerResponse, response: ServerResponse): Wire {
  return {
    answer: (texts) => void stream.write(texts.map((text) => eventOf(text)).join('')),
    cut(text, how = 'destroy') {
      const half = eventOf(text).slice(0, text.length / 2);
      if (how === 'end') stream.end(half);
      else stream.write(half, () => stream.destroy());
    },
    nothing: () => {},
    crash() {
      response.destroy();
      stream.destroy();
    },
    floodStderr: () => Promise.resolve(),
  };
}
