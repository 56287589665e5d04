import type { Transport } from '@patchbay/contracts';
import { Pool, type Dispatcher } from 'undici';
import type { Failures } from '../classify.ts';
import type { Opening } from '../opening.ts';
import { Exchange, type Outgoing, type Sink } from './exchange.ts';
import { toCredentialHeaders } from './headers.ts';

export type RemoteTransport = Exclude<Transport, { kind: 'stdio' }>;

const maxConnectMs = 10_000;
/** More than the hub ever asks at a time of one server, so that a stream of news never waits for calls. */
const maxConnections = 256;

/** The connections to one server, with its credentials. They go to its origin and nowhere else. */
export class HttpClient {
  readonly failures: Failures;
  readonly url: URL;
  readonly #pool: Pool;
  readonly #credentials: readonly string[];
  #path: string;

  constructor({ server, failures, ...opening }: Opening, transport: RemoteTransport) {
    this.failures = failures;
    this.url = new URL(transport.url);
    const refusal = opening.egress.refusalOf(this.url.hostname);
    if (refusal !== undefined) throw failures.notSent(refusal);
    this.#path = this.url.pathname + this.url.search;
    this.#credentials = toCredentialHeaders(server.credentials);
    this.#pool = new Pool(this.url.origin, {
      connections: maxConnections,
      allowH2: false,
      headersTimeout: 0, // each request has a time-out of its own
      bodyTimeout: 0,
      connect: {
        timeout: Math.min(opening.remainingMs(), maxConnectMs),
        rejectUnauthorized: transport.verifySsl,
        ...(opening.egress.lookup && { lookup: opening.egress.lookup }),
      },
    });
  }

  exchange(out: Outgoing, sink: Sink): Exchange {
    return new Exchange(this, out, sink).start(out.path ?? this.#path);
  }

  /** For `Exchange`. */
  dispatch(out: Outgoing, path: string, handler: Dispatcher.DispatchHandler): void {
    const { method, body } = out;
    const headers = [...common, ...this.#credentials, ...out.headers];
    this.#pool.dispatch({ method, path, headers, body: body ?? null }, handler);
  }

  /** For `Exchange`. A path given with the request is not the server's address and says nothing about it. */
  moved(out: Outgoing, path: string): void {
    if (out.path === undefined) this.#path = path;
  }

  /** Takes nothing new, and lets what is under way come to its end. */
  retire(): void {
    this.#pool.close().catch(() => {}); // it may be closed already, by another request that found out
  }

  /** Ends every exchange that is under way. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** Compression would let a small reply grow without bounds in our memory. */
const common: readonly string[] = ['accept-encoding', 'identity'];
