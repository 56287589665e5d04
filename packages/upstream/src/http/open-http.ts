import { setImmediate } from 'node:timers/promises';
import { PatchbayError, type RpcAnswer } from '@patchbay/contracts';
import type { Link } from '@patchbay/core';
import { isAboutMessage } from '../classify.ts';
import { negotiate, type Greeter } from '../era.ts';
import { toInitializeParams } from '../greeting.ts';
import { ServerQuestions } from '../interaction/server-questions.ts';
import type { Opening } from '../opening.ts';
import { parseJson, readMessage } from '../rpc/message.ts';
import { toGreeting } from '../rpc/peer-link.ts';
import { openSse } from '../sse/open-sse.ts';
import { header } from './exchange.ts';
import { HttpClient, type RemoteTransport } from './http-client.ts';
import { createLegacyLink } from './legacy-link.ts';
import { LegacyRequests } from './legacy-requests.ts';
import { createModernLink, ModernRequests } from './modern-link.ts';
import type { Reply } from './posted-request.ts';
import { answerInRefusal, toRefusal } from './to-answer.ts';

/** Which transport an address turned out to speak, so that a failing server is not mistaken for an old one. */
export type SpokenTransports = Map<string, 'streamable' | 'sse'>;

export async function openHttp(
  opening: Opening,
  transport: RemoteTransport,
  spoken: SpokenTransports,
): Promise<Link> {
  const key = `${opening.server.id} ${transport.url}`;
  const known = spoken.get(key);
  if (known === 'sse') return openKnownSse();
  const attempt = await openStreamable(opening, transport);
  if ('link' in attempt) {
    spoken.set(key, 'streamable');
    return attempt.link;
  }
  if (known === 'streamable' || !attempt.mayBeSse) throw attempt.failure;
  const link = await openSse(opening, transport).catch(() => undefined);
  if (link === undefined) throw attempt.failure; // it says more than that the address does not stream either
  spoken.set(key, 'sse');
  return link;

  async function openKnownSse(): Promise<Link> {
    try {
      return await openSse(opening, transport);
    } catch (error) {
      if (PatchbayError.is(error, 'MCP_PROTOCOL_ERROR') || isRefused(error)) spoken.delete(key); // it has changed
      throw error;
    }
  }
}

function isRefused(error: unknown): boolean {
  return PatchbayError.is(error, 'MCP_CONNECTION_FAILED') && error.data.phase === 'refused';
}

type Attempt = { readonly link: Link } | { readonly failure: unknown; readonly mayBeSse: boolean };

async function openStreamable(opening: Opening, transport: RemoteTransport): Promise<Attempt> {
  const client = new HttpClient(opening, transport);
  const questions = new ServerQuestions();
  const requests = new LegacyRequests(client, opening, questions);
  const greeter = new HttpGreeter(client, requests, opening);
  try {
    const greeting = await negotiate(greeter);
    await setImmediate(); // until then its connection counts as busy, and what comes next would open another
    if (greeting.era === 'modern') return { link: createModernLink(client, opening, greeting) };
    return { link: createLegacyLink({ client, requests, questions, greeting }, opening) };
  } catch (failure) {
    await client.close();
    return { failure, mayBeSse: [400, 404, 405].includes(greeter.refusedStatus) };
  }
}

/** Asks by POST. What concerns neither era (no access, overload, a broken server) fails the attempt. */
class HttpGreeter implements Greeter {
  readonly failures: Opening['failures'];
  readonly knownEra: Opening['knownEra'];
  readonly #requests: LegacyRequests;
  readonly #modern: ModernRequests;
  readonly #opening: Opening;
  #refusedStatus = 0;

  constructor(client: HttpClient, requests: LegacyRequests, opening: Opening) {
    this.failures = opening.failures;
    this.knownEra = opening.knownEra;
    this.#opening = opening;
    this.#requests = requests;
    this.#modern = new ModernRequests(client, opening.client, () => {});
  }

  /** The HTTP status with which `initialize` was turned away, or 0. */
  get refusedStatus(): number {
    return this.#refusedStatus;
  }

  readonly remainingMs = (): number => this.#opening.remainingMs();

  async discover(timeoutMs: number): Promise<RpcAnswer | undefined> {
    const reply = await this.#modern.post({
      method: 'server/discover',
      timeoutMs,
      signal: this.#opening.signal,
    }).reply;
    if (reply.answer !== undefined) return reply.answer;
    this.#throwUnlessEvidence(reply);
    const message = readMessage(parseJson(reply.text));
    return message?.kind === 'answer' ? message.answer : undefined;
  }

  async initialize() {
    const { client, signal } = this.#opening;
    const params = toInitializeParams(client);
    const { id, reply: replying } = this.#requests.post({
      method: 'initialize',
      params,
      timeoutMs: this.remainingMs(),
      signal,
    });
    const reply = await replying;
    const answer = reply.answer ?? answerInRefusal(toRefusal(reply, false), id);
    if (reply.answer === undefined) this.#refusedStatus = reply.status;
    if (answer === undefined) {
      this.#throwUnlessEvidence(reply);
      return this.failures.status(toRefusal(reply, false));
    }
    const greeting = toGreeting(answer, this.#opening);
    if (PatchbayError.is(greeting)) return greeting;
    this.#requests.begin(header(reply.headers, 'mcp-session-id'), greeting.protocolVersion);
    await this.#requests.notify('notifications/initialized');
    return greeting;
  }
  #throwUnlessEvidence(reply: Reply): void {
    if (!isAboutMessage(reply.status)) throw this.failures.status(toRefusal(reply, false));
  }
}
