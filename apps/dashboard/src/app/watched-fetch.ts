import { fetchAsPage } from '../hub.ts';

/** The hub speaks at least every five seconds; a line that is silent for longer is dead, whatever the system thinks. */
const silentMs = 15_000;

/** For streams of the hub: ended when they are stopped, when the browser is offline, and when nothing is heard for long. */
export function watchedFetch(stop: AbortSignal): typeof globalThis.fetch {
  return async (input, init) => {
    const silence = new AbortController();
    const signal = AbortSignal.any([stop, silence.signal]);
    addEventListener('offline', () => silence.abort(), { once: true, signal });
    let timer = setTimeout(() => silence.abort(), silentMs);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silentMs);
        controller.enqueue(chunk);
      },
      flush: () => clearTimeout(timer),
    });
    const response = await fetchAsPage(input, { ...init, signal });
    return new Response(response.body?.pipeThrough(heard) ?? null, response);
  };
}
