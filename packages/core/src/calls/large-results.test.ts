import type { JsonObject, ToolResult } from '@patchbay/contracts';
import {
  aPrincipal,
  createManualClock,
  createMemoryResultStore,
  createRecordingLog,
  createSmallHub,
} from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createKeepResult } from '../results/keep-result.ts';
import { createReadResult } from '../results/read-result.ts';
import type { AskedCall } from './call.ts';

const text = (...values: string[]): ToolResult => ({
  content: values.map((value) => ({ type: 'text', text: value })),
});
const x = (count: number): string => 'x'.repeat(count);
const hour = 3_600_000;

async function setup(
  options: { keepMs?: number; outputSchema?: boolean; summarise?: (text: string) => Promise<string> } = {},
) {
  const clock = createManualClock();
  const store = createMemoryResultStore();
  const log = createRecordingLog();
  const keepResult = createKeepResult({
    store,
    clock,
    log,
    keepMs: options.keepMs ?? hour,
    maxBytes: 1_000_000,
  });
  const hub = createSmallHub({ maxOutputChars: 100, keepResult, summarise: options.summarise });
  const { upstream, server, supervisor } = await hub.addServer('a', ['echo']);
  if (options.outputSchema) {
    upstream.tools = [{ name: 'echo', outputSchema: { type: 'object' } }];
    await hub.catalog.sync(server, await supervisor.ensure());
  }
  const principal = aPrincipal({ roles: ['operator'] });
  const call = async (result: JsonObject, via: AskedCall['via'] = 'rest') => {
    upstream.onCall = () => ({ result });
    return hub.callTool({ id: 'c1', principal, via, name: 'a.echo', arguments: {} });
  };
  const read = createReadResult({ store, clock });
  const readAll = async (length: number) => {
    let whole = '';
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const slice = await read(principal, { id: 'c1', offset, length });
      whole += slice.text;
      offset = slice.nextOffset;
    }
    return whole;
  };
  const markerOf = ({ content }: ToolResult): unknown => content.at(-1)?.['text'];
  return { hub, store, clock, log, principal, call, read, readAll, markerOf };
}

describe('an error that is too long', () => {
  it('is cut like an answer, and can be read whole', async () => {
    const { hub, principal, readAll } = await setup();
    const { upstream } = await hub.addServer('b', ['echo']);
    upstream.onCall = () => ({ error: { code: 1, message: `no ${x(300)}`, data: { trace: x(300) } } });
    const failing = hub.callTool({ id: 'c1', principal, via: 'mcp', name: 'b.echo', arguments: {} });
    await expect(failing).rejects.toMatchObject({
      code: 'CALL_REFUSED',
      data: {
        code: 1,
        reason: `no ${x(97)}\n[Cut by Patchbay: 100 of 303 characters shown. Structured content of 312 characters left out.] [Read on at patchbay://results/c1 from offset 100.]`,
        data: undefined,
      },
    });
    expect(await readAll(50)).toBe(`no ${x(300)}\n{"trace":"${x(300)}"}`);
  });
});

describe('an answer that is too long', () => {
  it('is cut, with where to read on, and can be read whole in slices [A-30]', async () => {
    const { call, readAll, read, principal, markerOf } = await setup();
    const result = await call(text(`${x(99)}🧰${x(50)}`));
    expect(result.content[0]?.['text']).toBe(x(99));
    expect(markerOf(result)).toBe(
      '[Cut by Patchbay: 100 of 151 characters shown.] [Read on at patchbay://results/c1 from offset 99.]',
    );
    expect(result['_meta']).toEqual({ 'patchbay/result': 'patchbay://results/c1' });
    expect(await read(principal, { id: 'c1', offset: 99, length: 10 })).toEqual({
      id: 'c1',
      total: 151,
      offset: 99,
      text: `🧰${x(8)}`,
      nextOffset: 109,
    });
    for (const length of [2, 7, 100, 1_000]) expect(await readAll(length)).toBe(`${x(99)}🧰${x(50)}`);
  });

  it('says where to read on also when it has many parts, and keeps the pictures', async () => {
    const { call, read, principal, markerOf } = await setup();
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    const note = { type: 'resource', resource: { uri: 'file:///n', text: `${x(60)}END` } };
    const content = [{ type: 'text', text: x(50) }, image, note, { type: 'text', text: 'last' }, image];
    const result = await call({ content });
    expect(result.content).toEqual([
      content[0],
      image,
      { type: 'resource', resource: { uri: 'file:///n', text: x(50) } },
      image,
      { type: 'text', text: markerOf(result) },
    ]);
    const offset = Number(/from offset (\d+)/.exec(String(markerOf(result)))?.[1]);
    expect((await read(principal, { id: 'c1', offset, length: 100 })).text).toBe(
      `${x(10)}END\nlast\n[Image: image/png]`,
    );
  });

  it('comes without structured content that is too long, which is kept too', async () => {
    const { call, hub, readAll, markerOf } = await setup();
    const structuredContent = { rows: [x(200)] };
    const result = await call({ ...text('all well'), structuredContent, _meta: { a: 1 } });
    expect(result).toEqual({
      content: [
        { type: 'text', text: 'all well' },
        { type: 'text', text: markerOf(result) },
      ],
      _meta: { a: 1, 'patchbay/result': 'patchbay://results/c1' },
    });
    expect(markerOf(result)).toBe(
      '[Cut by Patchbay: Structured content of 213 characters left out.] [Read on at patchbay://results/c1 from offset 9.]',
    );
    expect(await readAll(50)).toBe(`all well\n${JSON.stringify(structuredContent)}`);
    expect(hub.records[0]).toMatchObject({ outcome: 'ok' });
  });

  it('keeps structured content that fits', async () => {
    const { call } = await setup();
    const result = { ...text('short'), structuredContent: { a: 1 } };
    expect(await call(result)).toEqual(result);
    expect(await call({ ...result, ...text(x(200)) })).toMatchObject({ structuredContent: { a: 1 } });
  });

  it('is an error for clients that would refuse it without structured content, and still no failure of the tool', async () => {
    const { call, hub } = await setup({ outputSchema: true });
    expect(await call({ ...text('x'), structuredContent: { rows: x(200) } })).toMatchObject({
      isError: true,
    });
    expect(await call({ ...text('x'), structuredContent: { rows: x(200) }, isError: true })).toMatchObject({
      isError: true,
    });
    expect(hub.records.map(({ outcome }) => outcome)).toEqual(['ok', 'tool-error']);
  });

  it.each([
    ['the store is away', { fails: true }],
    ['nothing is kept at all', { keepMs: 0 }],
    ['it is far too long', { chars: 10 * 1024 * 1024 + 1 }],
    ['it is more than there is room for', { chars: 1_000_001 }],
  ])(
    'comes cut, and says that the rest is gone, when %s',
    async (_, { fails, keepMs, chars = 200 }: { fails?: boolean; keepMs?: number; chars?: number }) => {
      const { call, store, markerOf, read, principal } = await setup(keepMs === undefined ? {} : { keepMs });
      if (fails) store.keep = () => Promise.reject(new Error('away'));
      const result = await call(text(x(chars)));
      expect(markerOf(result)).toBe(
        `[Cut by Patchbay: 100 of ${String(chars)} characters shown.] [The rest was not kept.]`,
      );
      expect(result['_meta']).toBeUndefined();
      await expect(read(principal, { id: 'c1', offset: 0, length: 1 })).rejects.toMatchObject({
        code: 'RESULT_NOT_FOUND',
      });
    },
  );
});

describe('a kept answer', () => {
  it('is for who made the call and for admins; for others it is not there', async () => {
    const { call, read, clock } = await setup();
    await call(text(x(200)));
    const slice = { id: 'c1', offset: 0, length: 5 };
    const id = 'key:other' as never; // any other than that of the caller
    const other = read(aPrincipal({ id, roles: ['operator'] }), slice).catch((error: unknown) => error);
    const unknown = read(aPrincipal({ id, roles: ['operator'] }), { ...slice, id: 'c2' }).catch(
      (error: unknown) => error,
    );
    expect(await other).toMatchObject({ code: 'RESULT_NOT_FOUND', message: 'There is no kept result "c1".' });
    expect(await unknown).toMatchObject({
      code: 'RESULT_NOT_FOUND',
      message: 'There is no kept result "c2".',
    });
    expect(await read(aPrincipal({ id, roles: ['admin'] }), slice)).toMatchObject({ text: 'xxxxx' });
    clock.advance(hour);
    await expect(read(aPrincipal({ roles: ['admin'] }), slice)).rejects.toMatchObject({
      code: 'RESULT_NOT_FOUND',
    });
  });

  it('has nothing behind its end', async () => {
    const { call, read, principal } = await setup();
    await call(text(x(200)));
    expect(await read(principal, { id: 'c1', offset: 500, length: 5 })).toEqual({
      id: 'c1',
      total: 200,
      offset: 500,
      text: '',
      nextOffset: undefined,
    });
  });
});

describe('a long answer for the model of a run', () => {
  const long = text(x(20_004));
  const summarise = async (whole: string) => `${String(whole.length)} times x`;

  it('is summarised, with a note that says so', async () => {
    const { call } = await setup({ summarise });
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    const answer = await call({ content: [...long.content, image], structuredContent: { a: 1 } }, 'run');
    expect(answer).toEqual({
      content: [
        {
          type: 'text',
          text: '[NOTE: The output from a.echo was 5001 tokens (estimated) and has been summarized.]\n\n20004 times x',
        },
        image,
      ],
    });
  });

  it.each([
    ['it is for somebody else', long, 'mcp'],
    ['it is an error', { ...long, isError: true }, 'run'],
    ['it is not that long', text(x(20_000)), 'run'],
  ] as const)('is not summarised when %s', async (_, result, via) => {
    const { call, markerOf } = await setup({ summarise });
    expect(markerOf(await call(result, via))).toMatch(/^\[Cut by Patchbay: 100 of 2000/);
  });

  it('comes as it is when there is no model, or that fails', async () => {
    const broken = () => Promise.reject(new Error('no model'));
    for (const options of [{}, { summarise: broken }]) {
      const { call, markerOf } = await setup(options);
      expect(markerOf(await call(long, 'run'))).toMatch(/^\[Cut by Patchbay: 100 of 20004/);
    }
  });
});
