import { fail, reasonOf } from '@patchbay/contracts';

export interface HubAddress {
  readonly url: string;
  readonly key: string | undefined;
  /** Which hub that is, and who we are to it, for when it refuses. */
  readonly asked: string;
}

export interface HubLinkDeps {
  /** Asked again whenever the hub is lost: it may come back elsewhere. */
  readonly findHub: () => Promise<HubAddress>;
  readonly pause: (ms: number) => Promise<void>;
  /** Undefined for the whole hub. */
  readonly profile?: string | undefined;
}

export interface Sent {
  readonly method?: 'POST' | 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Whether the hub may get it twice, when nobody knows if it got it once. */
  readonly isRepeatable: boolean;
}

/** A hub that restarts is away for a moment; whoever spawned us has more patience than that. */
const attempts = 40;
const betweenMs = 250;

/** The way to `/mcp` of the hub, or to that of a profile, wherever that is now. */
export class HubLink {
  readonly #deps: HubLinkDeps;
  #address: Promise<HubAddress> | undefined;

  constructor(deps: HubLinkDeps) {
    this.#deps = deps;
  }

  /** Fails when no hub answers for a while, or when the connection broke and the request must not be repeated. */
  async send(sent: Sent): Promise<Response> {
    let cause: unknown;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const address = await this.address();
      try {
        const response = await ask(new URL(this.#path(), address.url), { ...sent, key: address.key });
        if (response) return response;
      } catch (error) {
        if (sent.signal.aborted || (!sent.isRepeatable && !wasNeverSent(error))) throw error;
        cause = error;
      }
      this.#address = undefined;
      await this.#deps.pause(betweenMs);
      sent.signal.throwIfAborted();
    }
    const reason = cause === undefined ? 'it is stopping.' : reasonOf(cause);
    throw fail('HUB_UNREACHABLE', { url: (await this.address()).url, reason }, cause);
  }

  #path(): string {
    const { profile } = this.#deps;
    return profile === undefined ? '/mcp' : `/mcp/${profile}`;
  }

  address(): Promise<HubAddress> {
    this.#address ??= this.#deps.findHub().catch((error: unknown) => {
      this.#address = undefined;
      throw error;
    });
    return this.#address;
  }
}

/** Undefined from a hub that is just stopping: it has done nothing with the request. */
async function ask(url: URL, sent: Sent & Pick<HubAddress, 'key'>): Promise<Response | undefined> {
  const { key, method = 'POST', headers, body, signal } = sent;
  const response = await fetch(url, {
    method,
    headers: {
      // A stream is kept alive, so that a long call is not taken for a lost one.
      Accept: 'text/event-stream',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    redirect: 'error',
    signal,
  });
  if (response.status !== 503) return response;
  const text = await response.text();
  return text.includes('"HUB_STOPPING"') ? undefined : new Response(text, response);
}

/** Of failures before there was a connection. */
const unconnected: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && unconnected.has(cause.code);
}
