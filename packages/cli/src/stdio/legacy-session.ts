import { readEvents, type StreamedEvent } from '@patchbay/client';
import { fail, isJsonObject } from '@patchbay/contracts';
import type { HubLink, Sent } from './hub-link.ts';
import { parse, type RequestMessage } from './message.ts';

export interface LegacySessionDeps {
  readonly link: HubLink;
  /** Takes what the hub says by itself. */
  readonly say: (text: string) => void;
  readonly pause: (ms: number) => Promise<void>;
  readonly ended: AbortSignal;
}

const listenAgainMs = 1_000;
const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
const listChanged = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });

interface Open {
  readonly id: string;
  readonly version: string;
}

/** The session of a client that began with `initialize`. One that the hub has lost is begun again, unseen. */
export class LegacySession {
  readonly #deps: LegacySessionDeps;
  #began: RequestMessage | undefined;
  #open: Open | undefined;
  #opening: Promise<unknown> | undefined;
  #renewing: Promise<void> | undefined;

  constructor(deps: LegacySessionDeps) {
    this.#deps = deps;
  }

  /** What the hub answers to `initialize`. */
  initialize(message: RequestMessage): Promise<Response> {
    this.#began = message;
    const begun = this.#begin(message);
    this.#opening = begun;
    return begun;
  }

  /** In the session, which begins first if it is about to, and again if it is lost. */
  async send(sent: Sent): Promise<Response> {
    await this.#opening?.catch(() => {});
    const open = this.#open;
    const response = await this.#inSession(sent, open);
    if (response.status !== 404 || !open) return response;
    await this.#renew(open);
    return this.#inSession(sent, this.#open);
  }

  /** Tells the hub, so that nothing goes on for nobody. */
  async end(): Promise<void> {
    if (!this.#open) return;
    const signal = AbortSignal.timeout(1_000);
    await this.#inSession({ method: 'DELETE', signal, isRepeatable: false }, this.#open).catch(() => {});
    this.#open = undefined;
  }

  #inSession(sent: Sent, open: Open | undefined): Promise<Response> {
    const own = open && { 'Mcp-Session-Id': open.id, 'MCP-Protocol-Version': open.version };
    return this.#deps.link.send({ ...sent, headers: { ...sent.headers, ...own } });
  }

  async #begin({ text: body }: RequestMessage): Promise<Response> {
    const { link, ended } = this.#deps;
    const response = await link.send({ body, signal: ended, isRepeatable: true });
    const id = response.headers.get('mcp-session-id');
    if (id === null) return response;
    const answer = await firstOf(readEvents(response));
    this.#open = { id, version: versionIn(answer) };
    void this.#listen(this.#open);
    return new Response(answer, { headers: { 'Content-Type': 'application/json' } });
  }

  /** Whoever notices first renews for all. Until that has worked, the lost one stays, to be found lost again. */
  #renew(lost: Open): Promise<void> {
    if (this.#open !== lost || !this.#began) return Promise.resolve();
    this.#renewing ??= this.#beginAgain(this.#began).finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /** News may have been missed, so the client looks again. */
  async #beginAgain(began: RequestMessage): Promise<void> {
    const { say, ended } = this.#deps;
    await this.#begin(began);
    await this.#inSession({ body: initialized, signal: ended, isRepeatable: true }, this.#open);
    say(listChanged);
  }

  async #listen(open: Open): Promise<void> {
    const { say, pause, ended } = this.#deps;
    while (this.#open === open && !ended.aborted) {
      try {
        const response = await this.#inSession({ method: 'GET', signal: ended, isRepeatable: true }, open);
        if (response.status === 404) return await this.#renew(open);
        for await (const { data } of readEvents(response)) say(data);
      } catch {
        // The hub is away; requests say so, and this goes on looking for it.
      }
      await pause(listenAgainMs);
    }
  }
}

async function firstOf(events: AsyncIterable<StreamedEvent>): Promise<string> {
  for await (const { data } of events) return data;
  throw fail('HUB_LOST', {});
}

function versionIn(answer: string): string {
  const message = parse(answer);
  const result = isJsonObject(message) ? message['result'] : undefined;
  const version = isJsonObject(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : '';
}
