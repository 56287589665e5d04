import type { Link } from '@patchbay/core';
import type { Greeting } from '../greeting.ts';
import { keepListening } from './keep-listening.ts';

type Request = Link['request'];

const subscribeMs = 10_000;

/** News of resources, as the era has it: by a subscription for each, or by listening to all of them at once. */
export function createWatch({ era }: Greeting, request: Request, over: AbortSignal): Link['watch'] {
  return era === 'modern' ? watchByListening(request, over) : watchBySubscribing(request);
}

/** A server that refuses one has nothing to tell about it. */
function watchBySubscribing(request: Request): Link['watch'] {
  let watched: ReadonlySet<string> = new Set();
  let last: Promise<unknown> = Promise.resolve();
  const ask = (method: string, uri: string): void => {
    last = last.then(() =>
      request({ method, params: { uri }, timeoutMs: subscribeMs }).catch(() => undefined),
    );
  };
  return (uris) => {
    const now = new Set(uris);
    for (const uri of now.difference(watched)) ask('resources/subscribe', uri);
    for (const uri of watched.difference(now)) ask('resources/unsubscribe', uri);
    watched = now;
  };
}

/** The new one is opened before the old one ends, so that nothing is missed between them. */
function watchByListening(request: Request, over: AbortSignal): Link['watch'] {
  let before: AbortController | undefined;
  return (uris) => {
    const replaced = before;
    before = undefined;
    if (uris.length > 0) {
      before = new AbortController();
      const signal = AbortSignal.any([over, before.signal]);
      const params = { notifications: { resourceSubscriptions: uris } };
      const ask = { method: 'subscriptions/listen', params, timeoutMs: Infinity, signal };
      void keepListening(async () => {
        const answer = await request(ask).catch(() => undefined);
        return answer?.error === undefined ? 'ended' : 'unsupported';
      }, signal);
    }
    replaced?.abort();
  };
}
