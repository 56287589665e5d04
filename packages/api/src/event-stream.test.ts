import { EventBus } from '@patchbay/core';
import { aPrincipal, createManualClock, createMemoryEventStore, createRecordingLog } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createEventStream, type EventStreamOptions } from './event-stream.ts';

function setup(overrides: Partial<EventStreamOptions> = {}) {
  const bus = new EventBus({
    store: createMemoryEventStore(),
    clock: createManualClock(),
    log: createRecordingLog(),
  });
  const stop = new AbortController();
  const stopping = new AbortController();
  const open = () =>
    createEventStream({
      bus,
      after: 0,
      principal: aPrincipal(),
      isStillAllowed: async () => true,
      signal: stop.signal,
      stopping: stopping.signal,
      heartbeatMs: 60_000,
      ...overrides,
    });
  return { bus, stop, stopping, open };
}

/** Reads until the text has what is looked for, or the stream ends; then leaves. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (text.includes(wanted)) break;
  }
  return text;
}

describe('the stream of a hub that stops', () => {
  it('gives a reader the last news and ends', async () => {
    const { bus, stopping, open } = setup();
    const text = open().text();
    stopping.abort();
    bus.publish('hub.stopping', {});
    await bus.flush();
    bus.end();
    expect(await text).toContain('event: hub.stopping');
  });

  it('does not wait for a reader that takes nothing', async () => {
    const { stopping, open } = setup();
    const reader = open().body?.getReader();
    stopping.abort();
    await reader?.read();
    expect(await reader?.read()).toMatchObject({ done: true });
  });
});

describe('the stream of events', () => {
  it('writes id, name and data of each, and asks to reconnect soon', async () => {
    const { bus, open } = setup();
    bus.publish('hub.started', { version: '1' });
    expect(await readUntil(open(), 'started')).toBe(
      'retry: 1000\n\nid: 1\nevent: hub.started\ndata: {"version":"1","at":"2026-01-01T00:00:00.000Z"}\n\n',
    );
  });

  it('leaves out what the reader has seen', async () => {
    const { bus, open } = setup({ after: 1 });
    bus.publish('hub.started', { version: '1' });
    bus.publish('hub.started', { version: '2' });
    expect(await readUntil(open(), 'started')).not.toContain('id: 1');
  });

  it('leaves out what is for other roles', async () => {
    const { bus, open } = setup({ principal: aPrincipal({ roles: ['viewer'] }) });
    bus.publish('key.created', { id: 'k', name: 'ci', by: 'key:root' });
    bus.publish('hub.started', { version: '1' });
    expect(await readUntil(open(), 'started')).not.toContain('key.created');
  });

  it('ends when the hub stops', async () => {
    const { stop, open } = setup();
    const response = open();
    stop.abort();
    expect(await readUntil(response, 'nothing')).toBe('retry: 1000\n\n');
  });

  it('ends when the key that opened it is no longer good, or cannot be checked', async () => {
    for (const isStillAllowed of [async () => false, () => Promise.reject(new Error('store is down'))]) {
      const { open } = setup({ isStillAllowed, heartbeatMs: 1 });
      expect(await readUntil(open(), 'nothing')).toContain('retry');
    }
  });

  it('shows that it is alive when nothing happens', async () => {
    const { open } = setup({ heartbeatMs: 1 });
    expect(await readUntil(open(), 'still here')).toContain(': still here\n\n');
  });

  it('takes from the bus only as fast as it is read', async () => {
    const { bus, open } = setup();
    for (let n = 0; n < 50; n += 1) bus.publish('hub.started', { version: String(n) });
    await bus.flush();
    let taken = 0;
    const follow = bus.follow.bind(bus);
    bus.follow = async function* counted(after, signal) {
      for await (const event of follow(after, signal)) {
        taken += 1;
        yield event;
      }
    };
    const reader = open().body?.getReader();
    for (let n = 0; n < 10; n += 1) await reader?.read();
    expect(taken).toBeLessThanOrEqual(10);
    await reader?.cancel();
  });

  it('lets go of the bus when the reader leaves, and when the store fails', async () => {
    const { open, bus } = setup();
    const follow = bus.follow.bind(bus);
    const signals: AbortSignal[] = [];
    bus.follow = (after, signal) => (signals.push(signal), follow(after, signal));
    const reader = open().body?.getReader();
    await reader?.read();
    const waiting = reader?.read();
    await reader?.cancel();
    await waiting;
    bus.follow = async function* failing(_, signal) {
      signals.push(signal);
      yield* await Promise.reject<[]>(new Error('store is down'));
    };
    expect(await open().text()).toBe('retry: 1000\n\n');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('ends for one who reads nothing for long', async () => {
    const { open, bus } = setup({ heartbeatMs: 1 });
    bus.publish('hub.started', { version: '1' });
    await bus.flush();
    const ended = Promise.withResolvers<void>();
    const follow = bus.follow.bind(bus);
    bus.follow = (after, signal) => {
      signal.addEventListener('abort', () => ended.resolve());
      return follow(after, signal);
    };
    const reader = open().body?.getReader();
    await reader?.read();
    await ended.promise;
    expect(await readAll(reader)).toBeLessThan(100);
  });
});

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<number> {
  let chunks = 0;
  while (!(await reader?.read())?.done) chunks += 1;
  return chunks;
}
