import type { ServerResponse } from 'node:http';
import type { Fault, Faults } from './faults.ts';
import { createNetworkFixture, type NetworkFixture } from './handle.ts';
import { answered, createInside, postedMessage, readExchange, type Exchange } from './http-exchange.ts';
import { answerHttpFault } from './http-faults.ts';
import { createLegacyDoor } from './http-legacy.ts';
import { listen } from './http-listener.ts';
import { isModern } from './modern.ts';
import { postModern } from './http-modern.ts';
import type { AnswerKind } from './http-reply.ts';
import type { Journal } from './journal.ts';
import { modernVersion } from './wire.ts';
import type { FixtureOptions } from './world.ts';

export interface HttpFixtureOptions extends FixtureOptions {
  readonly faults?: Faults;
  /** How it answers a request: as JSON, as a stream, or (by default) as JSON unless there is news before. */
  readonly answers?: AnswerKind;
  /** Legacy without sessions: no `Mcp-Session-Id`, no GET stream, no memory of the handshake. */
  readonly stateless?: boolean;
  /** Where it writes down what reached it; in memory unless told otherwise. */
  readonly journal?: Journal;
  /** Over TLS, with `testCertificate`. */
  readonly tls?: boolean;
}

/** A Streamable HTTP server: `await using fixture = await startHttpFixture({ version: '2025-11-25' })`. */
export async function startHttpFixture(options: HttpFixtureOptions = {}): Promise<NetworkFixture> {
  const { answers = 'auto', stateless = false, tls = false } = options;
  const inside = createInside(options);
  const { fixture } = inside;
  const door = createLegacyDoor(inside, stateless);
  const isModernOnly = fixture.versions.every((version) => version === modernVersion);

  const post = async (exchange: Exchange): Promise<void> => {
    const message = postedMessage(exchange);
    if (!message) return;
    if (isModern(fixture.versions, message)) await postModern(inside, exchange, answers);
    else await door.post(exchange, answers);
  };

  const listener = await listen(async (request, response) => {
    const exchange = await readExchange(inside, request, response);
    const { verb, url, fault } = exchange;
    if (url.pathname !== '/mcp') return answered(response, 404, 'Not found');
    if (verb === 'POST') return post(exchange);
    if (answerVerbFault(fault, response)) return;
    if (isModernOnly) return answered(response, 405, 'Method not allowed');
    if (verb === 'GET') return door.get(exchange);
    if (verb === 'DELETE') return door.delete(exchange);
    answered(response, 405, 'Method not allowed');
  }, tls);
  return createNetworkFixture({ inside, listener, path: '/mcp', door });
}

/** GET and DELETE carry no message, so only these faults mean anything to them. */
export function answerVerbFault(fault: Fault | undefined, response: ServerResponse): boolean {
  if (fault?.kind === 'crash') response.destroy();
  return fault?.kind === 'crash' || fault?.kind === 'silence' || answerHttpFault(fault, response);
}
