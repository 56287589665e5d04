import type { AgentResponse, Answer, Listen } from '../server/http.ts';
import type { Fetch } from '../world.ts';

/** Addresses and requests without sockets. A host may be called anything: the port says who is meant. */
export class MemoryNetwork {
  readonly #listening = new Map<number, Answer>();
  #lastPort = 0;

  readonly listen: Listen = (answer, { port: wanted }) => {
    const port = wanted === 0 ? (this.#lastPort += 1) : wanted;
    this.#listening.set(port, answer);
    return Promise.resolve({ port, close: async () => void this.#listening.delete(port) });
  };

  readonly fetch: Fetch = async (url, init) => {
    const { port, pathname } = new URL(url);
    const answer = this.#listening.get(Number(port));
    if (!answer) throw new TypeError('fetch failed', { cause: new Error(`connect ECONNREFUSED ${url}`) });
    const { method = 'GET', body, signal } = init;
    const left = signal ?? new AbortController().signal;
    const headers = Object.fromEntries(new Headers(init.headers));
    const asked = {
      method,
      path: pathname,
      headers,
      body: body ?? '',
      signal: left,
    };
    return toResponse(await untilLeft(answer(asked), left), method);
  };
}

function untilLeft<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason as Error);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  return Promise.race([answer, left.promise]).finally(() => signal.removeEventListener('abort', leave));
}

function toResponse({ status, headers, body }: AgentResponse, method: string): Response {
  const isEmpty = method === 'HEAD' || status === 204;
  const encoded = typeof body === 'string' ? body : ReadableStream.from(encode(body));
  return new Response(isEmpty ? null : encoded, { status, headers: { ...headers } });
}

async function* encode(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
