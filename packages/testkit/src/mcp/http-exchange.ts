import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '@patchbay/contracts';
import { createFaultBox, createMemoryFaultStore, type Fault, type FaultBox, type Faults } from './faults.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { answerHttpFault } from './http-faults.ts';
import { headersOf, readText } from './http-listener.ts';
import { sendJson } from './http-reply.ts';
import { createMemoryJournal, seen, type Journal } from './journal.ts';
import { codes, isMessage, isObject, refuse, reply } from './wire.ts';
import type { FixtureOptions } from './world.ts';

/** What an HTTP or SSE fixture has besides its port. */
export interface Inside {
  readonly fixture: Fixture;
  readonly faults: FaultBox;
  readonly journal: Journal;
}

export function createInside(
  options: FixtureOptions & { readonly faults?: Faults; readonly journal?: Journal },
): Inside {
  const journal = options.journal ?? createMemoryJournal();
  const faults = createFaultBox(createMemoryFaultStore(options.faults));
  return { fixture: createFixture(options, journal), faults, journal };
}

/** One HTTP request, read and noted. */
export interface Exchange {
  readonly verb: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly response: ServerResponse;
  readonly body: Json | undefined;
  readonly fault: Fault | undefined;
}

/** Reads a request, writes it down, and takes the fault that waits for it. */
export async function readExchange(
  { journal, faults }: Inside,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Exchange> {
  const text = await readText(request);
  const body = parse(text);
  const { method: verb = 'GET', url = '/' } = request;
  const headers = headersOf(request);
  journal.note(seen(body ?? text, { verb, headers }));
  const fault = faults.take(isMessage(body) ? body.method : verb);
  return { verb, url: new URL(url, 'http://fixture'), headers, response, body, fault };
}

/** A POSTed message, or nothing when it has been answered here: by a fault, or because it is none. */
export function postedMessage(exchange: Exchange): JsonObject | undefined {
  const { verb, headers, body, response, fault } = exchange;
  if (answerHttpFault(fault, response)) return undefined;
  if (verb !== 'POST') return answered(response, 405, 'Method not allowed');
  const type = headers['content-type'] ?? '';
  if (!type.includes('application/json'))
    return answered(response, 415, 'Content-Type must be application/json');
  if (isObject(body)) return body;
  if (body !== undefined) return answered(response, 400, 'A message is one JSON object');
  sendJson(response, 400, reply(null, refuse(codes.parseError, 'Parse error')));
  return undefined;
}

/** Refuses in the words of the SDK's legacy servers. */
export function answered(response: ServerResponse, status: number, message: string): undefined {
  sendJson(response, status, reply(null, refuse(codes.badRequest, message)));
  return undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON is what it parses
  } catch {
    return undefined;
  }
}
