import { PatchbayError } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';

const timestamp = '2026-01-01T00:00:00.000Z';

/** A client of something that gives one answer to everything, and the addresses that it was asked at. */
function setup(status: number, body: unknown) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (address) => {
    asked.push(String(address instanceof Request ? address.url : address));
    return Response.json(body, { status });
  };
  const client = createClient({ url: 'http://hub.example/', key: 'pbk_k_s', fetch });
  const failure = () => client.me().catch((error: unknown) => error);
  return { client, asked, failure };
}

describe('a failure that the hub answers', () => {
  it('is the same error that it was there', async () => {
    const details = { problems: [{ path: 'name', message: 'Too long.' }] };
    const { failure } = setup(400, {
      error: 'INPUT_INVALID',
      message: 'name: Too long.',
      timestamp,
      details,
    });
    const error = await failure();
    expect(PatchbayError.is(error, 'INPUT_INVALID')).toBe(true);
    expect(error).toMatchObject({ message: 'name: Too long.', data: details, status: 400 });
  });

  it('names its server where there is one', async () => {
    const { failure } = setup(404, {
      error: 'SERVER_NOT_FOUND',
      message: 'No "x".',
      serverId: 'x',
      timestamp,
    });
    expect(await failure()).toMatchObject({ code: 'SERVER_NOT_FOUND', data: { serverId: 'x' } });
  });

  it.each(['MOON_IN_THE_WAY', 'toString', '__proto__'])(
    'keeps its message when a newer hub gives it a code of its own: %s',
    async (error) => {
      const { failure } = setup(418, { error, message: 'The moon is in the way.', timestamp, details: {} });
      expect(await failure()).toMatchObject({ code: 'UNEXPECTED', message: 'The moon is in the way.' });
    },
  );

  it('keeps its message when its details were lost on the way', async () => {
    for (const error of ['METHOD_NOT_ALLOWED', 'INPUT_INVALID']) {
      const { failure } = setup(405, { error, message: 'PUT is not possible here.', timestamp });
      expect(await failure()).toMatchObject({ code: 'UNEXPECTED', message: 'PUT is not possible here.' });
    }
  });

  it.each([['a page'], [{ error: 42 }], [null]])('is no failure of a hub when it reads %j', async (body) => {
    const { failure } = setup(502, body);
    expect(await failure()).toMatchObject({ code: 'HUB_UNREACHABLE' });
  });
});

describe('a path', () => {
  it.each(['', '.', '..'])('cannot have %j in it, which would lead to another route', async (id) => {
    const { client, asked } = setup(200, {});
    await expect(client.revokeKey({ params: { id } })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      data: { problems: [{ path: 'id', message: `"${id}" cannot be in a path.` }] },
    });
    expect(asked).toEqual([]);
  });

  it('has everything else as it was meant', async () => {
    const { client, asked } = setup(200, {});
    await client.revokeKey({ params: { id: '../a b?c' } }).catch(() => {});
    expect(asked).toEqual(['http://hub.example/api/keys/..%2Fa%20b%3Fc']);
  });
});
