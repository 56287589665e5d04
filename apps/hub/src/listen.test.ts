import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { systemClock as clock } from './world.ts';
import { describe, expect, it } from 'vitest';
import { listen } from './listen.ts';

function start(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  return listen({ host: '127.0.0.1', port: 0, behindProxy: false, handle, clock });
}

const nothing = async (): Promise<void> => {};

describe('closing a listener', () => {
  it('lets a request that runs finish', async () => {
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { url, close } = await start((_, response) => {
      reached.resolve();
      void held.promise.then(() => response.end('done'));
    });
    const answer = fetch(url);
    await reached.promise;
    const closed = close(60_000, nothing);
    held.resolve();
    expect(await (await answer).text()).toBe('done');
    await closed;
  });

  it('lets one that is given up at the end say so', async () => {
    const given = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { url, close } = await start((_, response) => {
      reached.resolve();
      void given.promise.then(() => response.end('gave up'));
    });
    const answer = fetch(url);
    await reached.promise;
    const closed = close(10, async () => given.resolve());
    expect(await (await answer).text()).toBe('gave up');
    await closed;
  });

  it('cuts one that does not end in time', async () => {
    const { url, close } = await start(() => {});
    const asked = request(url).end();
    await once(asked, 'socket');
    const cut = once(asked, 'error');
    await close(10, nothing);
    expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('takes no new connections', async () => {
    const { url, close } = await start((_, response) => void response.end());
    await close(10, nothing);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
