import { createManualTime } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineAgent } from '../define-agent.ts';
import { createTestMesh } from '../testing/index.ts';
import { IsolatedTools } from './isolated-tools.ts';

const crunch = new URL('../../test-support/crunch.ts', import.meta.url);
const input = z.object({ kind: z.string(), n: z.number().default(0) });

const computing = defineAgent('computing')
  .isolatedTool('crunch', { input, output: z.number(), module: crunch })
  .isolatedTool('gone', {
    input: z.object({}),
    output: z.unknown(),
    module: new URL('./gone.ts', import.meta.url),
  })
  .isolatedTool('empty', {
    input: z.object({}),
    output: z.unknown(),
    module: new URL('../../test-support/without-run.ts', import.meta.url),
  });

async function open() {
  const time = createManualTime();
  const mesh = await createTestMesh({ timers: time.timers, now: () => time.clock.now() });
  onTestFinished(() => mesh[Symbol.asyncDispose]());
  const agent = await mesh.start(computing);
  return { mesh, time, agent };
}

describe('an isolated tool', () => {
  it('answers from its thread', async () => {
    const { mesh } = await open();
    expect(await mesh.call('crunch', { kind: 'square', n: '7' })).toBe(49);
  });

  it('does not stall probes and heartbeats, however long it computes', async () => {
    const { mesh, time, agent } = await open();
    const spinning = mesh.call('crunch', { kind: 'spin' });
    const over = spinning.catch((error: unknown) => String(error));
    const asked = mesh.registry.requests.length;
    await time.pass(5_000);
    expect(mesh.registry.requests.slice(asked)).toEqual([`HEAD /heartbeat/${agent.id}`]);
    expect((await mesh.fetch(`${agent.url}/health`, { method: 'GET' })).status).toBe(200);
    await time.pass(25_000); // its time is up, and its thread is ended with it
    expect(await over).toContain('Timeout waiting for async result');
    expect(await mesh.call('crunch', { kind: 'square', n: 2 })).toBe(4);
  });

  it.each([
    ['throws at once', 'crunch', { kind: 'throw' }, 'Error: it threw'],
    ['fails later', 'crunch', { kind: 'reject' }, 'Async error: it rejected'],
    ['returns what no thread can send', 'crunch', { kind: 'function' }, 'Error: '],
    ['cannot be loaded', 'gone', {}, 'Access error: '],
    ['exports nothing to run', 'empty', {}, 'exports no function "run"'],
  ])('that %s says so in words [C-25]', async (...[, tool, args, words]) => {
    const { mesh } = await open();
    await expect(mesh.call(tool, args)).rejects.toThrow(words);
  });
});

describe('threads', () => {
  it('are used again, and no more than allowed', async () => {
    const tools = new IsolatedTools(1);
    onTestFinished(() => tools.close());
    const { signal } = new AbortController();
    const answers = [1, 2, 3].map((n) => tools.run(crunch, { kind: 'square', n }, signal));
    expect(await Promise.all(answers)).toEqual([1, 4, 9]);
  });

  it('are ended by whoever leaves, and those who wait are served', async () => {
    const tools = new IsolatedTools(1);
    onTestFinished(() => tools.close());
    const leaving = new AbortController();
    const spinning = tools.run(crunch, { kind: 'spin' }, leaving.signal);
    const waiting = tools.run(crunch, { kind: 'square', n: 3 }, new AbortController().signal);
    leaving.abort(new Error('gone'));
    await expect(spinning).rejects.toThrow('gone');
    expect(await waiting).toBe(9);
    await expect(tools.run(crunch, { kind: 'square' }, leaving.signal)).rejects.toThrow('gone');
  });
});
