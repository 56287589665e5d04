import { aRun, createManualTime, createMemoryRuns, settle, someEquipment } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { followRun, type FollowedEvent } from './follow-run.ts';
import { messageIdOf } from './run-events.ts';
import { RunFeed } from './run-feed.ts';
import type { RunStep } from './run.ts';
import { noUsage } from './usage.ts';

const at = new Date('2026-01-01T00:00:01.000Z');
const prepared: RunStep = { kind: 'prepared', equipment: someEquipment(), at };
const notice = (message: string): RunStep => ({ kind: 'notice', code: 'TEST', message, at });
const ended: RunStep = {
  kind: 'ended',
  end: { status: 'SUCCEEDED', reason: 'answered', answer: 'Done.' },
  at,
};

async function createWorld() {
  const { clock: _, ...time } = createManualTime();
  const store = createMemoryRuns();
  const feed = new RunFeed();
  const run = aRun();
  await store.add(run);
  const write = async (...steps: RunStep[]): Promise<void> => {
    await store.append(run.id, await store.countSteps(run.id), steps);
  };
  const stop = new AbortController();
  const follow = (after?: string) => {
    const seen: string[] = [];
    const done = (async () => {
      const deps = { store, feed, timers: time.timers };
      for await (const one of followRun(deps, { id: run.id, after }, stop.signal)) seen.push(tellOf(one));
    })();
    return { seen, done };
  };
  const speak = (delta = 'Hel'): void => {
    const data = { messageId: 'm', turn: 1, channel: 'text', delta } as const;
    feed.tell({ runId: run.id, step: undefined, event: { name: 'message', data } });
  };
  return { time, run, feed, write, follow, speak, stop };
}

function tellOf({ id = '-', event }: FollowedEvent): string {
  const piece = event.name === 'message' ? ` ${event.data.delta ?? ''}` : '';
  return `${id} ${event.name}${piece}`;
}

describe('who follows a run', () => {
  it('is told what happened, what happens, and no more after its end', async () => {
    const { write, follow, time } = await createWorld();
    await write(prepared);
    const { seen, done } = follow();
    await settle();
    expect(seen).toEqual(['1.1 init']);
    await write(notice('a'));
    await time.pass(1_000);
    expect(seen).toEqual(['1.1 init', '2.1 warning']);
    await write(ended);
    await time.pass(1_000);
    await done;
    expect(seen).toEqual(['1.1 init', '2.1 warning', '3.1 done']);
    expect(time.waiting()).toBe(0);
  });

  it('is told at once what is done here, pieces of messages too', async () => {
    const { run, feed, write, follow, speak } = await createWorld();
    await write(prepared);
    const { seen } = follow();
    await settle();
    speak();
    await settle();
    expect(seen).toEqual(['1.1 init', '- message Hel']);
    await write(notice('a'));
    feed.tell({ runId: run.id, step: 2, event: { name: 'warning', data: { code: 'TEST', message: 'a' } } });
    await settle();
    expect(seen).toEqual(['1.1 init', '- message Hel', '2.1 warning']);
  });

  it('hears from its beginning what is being said when they come, and each piece once', async () => {
    const { run, feed, write, follow, speak } = await createWorld();
    await write(prepared);
    speak('Hel');
    speak('lo');
    const { seen } = follow();
    speak(' you');
    await settle();
    speak('!');
    await settle();
    expect(seen).toEqual(['1.1 init', '- message Hello', '- message  you', '- message !']);
    await write(notice('a'));
    feed.tell({ runId: run.id, step: 2, event: { name: 'warning', data: { code: 'TEST', message: 'a' } } });
    speak('Next');
    await settle();
    expect(seen.slice(4)).toEqual(['2.1 warning', '- message Next']);
    const late = follow();
    await settle();
    expect(late.seen).toEqual(['1.1 init', '2.1 warning', '- message Next']);
  });

  it('is told what was said in pieces before the whole, and each once', async () => {
    const { run, feed, write, follow } = await createWorld();
    const asked: RunStep = { kind: 'asked', turn: 1, at };
    const reply = { parts: [{ kind: 'text', text: 'Hello' }], finish: 'stop', usage: noUsage } as const;
    await write(prepared, asked);
    const { seen } = follow();
    await settle();
    await write(notice('a'), { kind: 'answered', turn: 1, reply, at });
    feed.tell({ runId: run.id, step: 3, event: { name: 'warning', data: { code: 'TEST', message: 'a' } } });
    const messageId = messageIdOf({ run, steps: [asked] }, 1);
    const data = { messageId, turn: 1, channel: 'text', delta: 'Hel' } as const;
    feed.tell({ runId: run.id, step: undefined, event: { name: 'message', data } });
    await settle();
    expect(seen).toEqual(['1.1 init', '3.1 warning', '- message Hel', '4.1 message ']);
  });

  it('is told only what comes after the place that they name', async () => {
    const { write, follow } = await createWorld();
    await write(prepared, notice('a'), notice('b'), ended);
    const { seen, done } = follow('2.1');
    await done;
    expect(seen).toEqual(['3.1 warning', '4.1 done']);
  });

  it('is told all of it for a place that is none', async () => {
    const { write, follow } = await createWorld();
    await write(prepared, ended);
    const { seen, done } = follow('nonsense');
    await done;
    expect(seen).toEqual(['1.1 init', '2.1 done']);
  });

  it('hears nothing more once they have gone', async () => {
    const { follow, stop, speak, time } = await createWorld();
    const { seen, done } = follow();
    await settle();
    stop.abort();
    await done;
    speak();
    expect([seen, time.waiting()]).toEqual([[], 0]);
  });
});
