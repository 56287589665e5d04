import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { systemClock as clock } from './world.ts';
import { describe, expect, it } from 'vitest';
import { listen } from './listen.ts';

function start(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  return listen({ host: '127.0.0.1', port: 0, behindProxy: false, handle, clock });
}

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
    const closed = close(60_000);
    held.resolve();
    expect(await (await answer).text()).toBe('done');
    await closed;
  });

  it('cuts one that does not end in time', async () => {
    const { url, close } = await start(() => {});
    const asked = request(url).end();
    await once(asked, 'socket');
    const cut = once(asked, 'error');
    await close(10);
    expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('takes no new connections', async () => {
    const { url, close } = await start((_, response) => void response.end());
    await close(10);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
