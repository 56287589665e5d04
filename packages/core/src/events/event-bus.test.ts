import { createManualClock, createMemoryEventStore, createRecordingLog } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { EventBus } from './event-bus.ts';
import type { EventStore, HubEvent } from './event.ts';

function setup(store: EventStore = createMemoryEventStore()) {
  const log = createRecordingLog();
  const bus = new EventBus({ store, clock: createManualClock(), log });
  const stop = new AbortController();
  const started = (version: string): void => bus.publish('hub.started', { version });
  return { bus, log, stop, started };
}

async function take(events: AsyncGenerator<HubEvent>, count: number): Promise<unknown[]> {
  const taken: unknown[] = [];
  while (taken.length < count) {
    const { done, value } = await events.next();
    if (done) break;
    taken.push(value.data);
  }
  return taken;
}

describe('the event bus', () => {
  it('tells a follower what happened before, then what happens', async () => {
    const { bus, stop, started } = setup();
    started('1');
    await bus.flush();
    const events = bus.follow(0, stop.signal);
    expect(await take(events, 1)).toEqual([{ version: '1' }]);
    started('2');
    expect(await take(events, 1)).toEqual([{ version: '2' }]);
  });

  it('leaves out what a follower has seen', async () => {
    const { bus, stop, started } = setup();
    started('1');
    started('2');
    await bus.flush();
    expect(await take(bus.follow(1, stop.signal), 1)).toEqual([{ version: '2' }]);
  });

  it('misses nothing for a follower that is slow', async () => {
    const { bus, stop, started } = setup();
    const events = bus.follow(0, stop.signal);
    for (let n = 0; n < 500; n += 1) {
      started(String(n));
      if (n % 50 === 0) await bus.flush();
    }
    expect(await take(events, 500)).toHaveLength(500);
  });

  it('wakes a follower for an event that arrives while it reads', async () => {
    const inner = createMemoryEventStore();
    const held = Promise.withResolvers<void>();
    let isFirst = true;
    const store: EventStore = {
      ...inner,
      async after(id, limit) {
        const page = await inner.after(id, limit);
        if (isFirst) {
          isFirst = false;
          await held.promise;
        }
        return page;
      },
    };
    const { bus, stop, started } = setup(store);
    const first = take(bus.follow(0, stop.signal), 1);
    started('1');
    await bus.flush();
    held.resolve();
    expect(await first).toEqual([{ version: '1' }]);
  });

  it('reads a page once for followers who are equally far, and again when there is news', async () => {
    const inner = createMemoryEventStore();
    let reads = 0;
    const { bus, stop, started } = setup({
      ...inner,
      after: (id, limit) => ((reads += 1), inner.after(id, limit)),
    });
    started('1');
    await bus.flush();
    const followers = Array.from({ length: 100 }, () => bus.follow(0, stop.signal));
    await Promise.all(followers.map((events) => take(events, 1)));
    expect(reads).toBe(1);
    const next = Promise.all(followers.map((events) => take(events, 1)));
    started('2');
    expect(await next).toHaveLength(100);
    expect(reads).toBeLessThanOrEqual(4);
  });

  it('wakes nobody else when one of many leaves', async () => {
    const inner = createMemoryEventStore();
    let reads = 0;
    const { bus } = setup({ ...inner, after: (id, limit) => ((reads += 1), inner.after(id, limit)) });
    const stops = Array.from({ length: 100 }, () => new AbortController());
    const waiting = stops.map(({ signal }) => take(bus.follow(0, signal), 1));
    await Promise.resolve();
    for (const stop of stops) stop.abort();
    await Promise.all(waiting);
    expect(reads).toBe(1);
  });

  it('gives nothing more once it is stopped, even of what it has read', async () => {
    const { bus, stop, started } = setup();
    started('1');
    started('2');
    await bus.flush();
    const events = bus.follow(0, stop.signal);
    await take(events, 1);
    stop.abort();
    expect(await take(events, 1)).toEqual([]);
  });

  it('reads again after a read that failed', async () => {
    const inner = createMemoryEventStore();
    let down = true;
    const after: EventStore['after'] = (id, limit) =>
      down ? Promise.reject(new Error('down')) : inner.after(id, limit);
    const { bus, stop, started } = setup({ ...inner, after });
    started('1');
    await bus.flush();
    await expect(take(bus.follow(0, stop.signal), 1)).rejects.toThrow('down');
    down = false;
    expect(await take(bus.follow(0, stop.signal), 1)).toEqual([{ version: '1' }]);
  });

  it('ends when it is stopped while it waits, and at once when it was stopped before', async () => {
    const { bus, stop } = setup();
    const waiting = take(bus.follow(0, stop.signal), 1);
    stop.abort();
    expect(await waiting).toEqual([]);
    expect(await take(bus.follow(0, stop.signal), 1)).toEqual([]);
  });

  it('says how many were lost when the store does not take them, and goes on', async () => {
    const inner = createMemoryEventStore();
    let down = true;
    const store: EventStore = {
      ...inner,
      append: (events) => (down ? Promise.reject(new Error('down')) : inner.append(events)),
    };
    const { bus, log, started } = setup(store);
    started('lost');
    await bus.flush();
    down = false;
    started('kept');
    await bus.flush();
    expect(log.lines).toMatchObject([{ level: 'warn', event: 'events.lost', fields: { count: 1 } }]);
    expect((await inner.after(0, 10)).map(({ data }) => data)).toEqual([{ version: 'kept' }]);
  });
});
