import { describe, expect, it } from 'vitest';
import { readJson } from './json-body.ts';

const json = { 'Content-Type': 'application/json' };

function post(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = json,
) {
  return readJson(new Request('http://x/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit));
}

describe('a JSON body', () => {
  it('is read as it is', async () => {
    expect(await post('{"a":[1,"ü",null]}')).toEqual({ a: [1, 'ü', null] });
  });

  it('may be empty, whatever its type', async () => {
    expect(await post('', {})).toBeUndefined();
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'may have the type %s',
    async (type) => {
      expect(await post('{}', { 'Content-Type': type })).toEqual({});
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'text/json',
    'application/json; charset=latin1',
    '',
  ])('may not have the type %j', async (type) => {
    await expect(post('{}', { 'Content-Type': type })).rejects.toMatchObject({ status: 415 });
  });

  it('may not be compressed', async () => {
    await expect(post('{}', { ...json, 'Content-Encoding': 'gzip' })).rejects.toMatchObject({ status: 415 });
  });

  it('may have 4 MiB and not a byte more, whatever its headers say', async () => {
    const limit = 4 * 1024 * 1024;
    expect(await post(JSON.stringify('x'.repeat(limit - 2)))).toHaveLength(limit - 2);
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(0x20)),
    });
    await expect(post(chunks, { ...json, 'Content-Length': '2' })).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
    });
  });

  it('may be 64 levels deep and not 65', async () => {
    expect(await post('['.repeat(64) + ']'.repeat(64))).toBeDefined();
    await expect(post('['.repeat(65) + ']'.repeat(65))).rejects.toMatchObject({ status: 400 });
    await expect(post('['.repeat(2_000_000))).rejects.toMatchObject({ status: 400 });
  });

  it('may not have a flood of keys', async () => {
    const flood = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${String(n)}`, n]));
    await expect(post(JSON.stringify(flood))).rejects.toMatchObject({ status: 400 });
  });

  it.each(['{"__proto__":{"admin":true}}', '{"a":[{"\\u005f_proto__":1}]}'])(
    'may not set a prototype: %s',
    async (text) => {
      await expect(post(text)).rejects.toThrow('__proto__');
    },
  );

  it.each(['{', '[1,]', "{'a':1}", 'NaN', '\uFEFF{}', '{"a":1}{"b":2}', 'undefined'])(
    'is refused when it is %j',
    async (text) => {
      await expect(post(text)).rejects.toMatchObject({ code: 'REQUEST_MALFORMED' });
    },
  );

  it.each([
    [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
    [0x22, 0xc3, 0x28, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ])('is refused when it is not UTF-8', async (...bytes) => {
    await expect(post(new Uint8Array(bytes))).rejects.toMatchObject({ code: 'REQUEST_MALFORMED' });
  });

  it('is refused when it ends early', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
    await expect(post(broken)).rejects.toThrow('its body ended early');
  });
});
