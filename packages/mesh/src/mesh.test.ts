import { setImmediate } from 'node:timers/promises';
import { createManualTime } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineAgent } from './define-agent.ts';
import type { MeshNews } from './events.ts';
import { createTestMesh, type TestMeshOptions } from './testing/index.ts';

async function open(options: TestMeshOptions = {}) {
  const mesh = await createTestMesh(options);
  onTestFinished(() => mesh[Symbol.asyncDispose]());
  return mesh;
}

const asking = defineAgent('asking')
  .needs('name', { capability: 'name', output: z.string() })
  .tool('ask', { run: (_, mesh) => mesh.name({}) });

describe('agents that find each other', () => {
  it('call each other by capability', async () => {
    const mesh = await open();
    await mesh.provide('name', () => 'a');
    await mesh.start(asking);
    expect(await mesh.call('ask')).toBe('a');
  });

  it('get another provider when theirs leaves, and the tools stay as they were [C-01]', async () => {
    const mesh = await open();
    const first = await mesh.provide('name', () => 'first');
    const consumer = await mesh.start(asking);
    const tools = () => listTools(mesh.fetch, consumer.url);
    const before = await tools();
    expect(await mesh.call('ask')).toBe('first');
    await mesh.provide('name', () => 'second');
    await first.stop();
    expect(await mesh.call('ask')).toBe('second');
    expect(await tools()).toBe(before);
  });

  it('see one provider or the other in five thousand calls while they are switched, never a half of each [C-04]', async () => {
    const mesh = await open();
    // Half a switch would ask one agent for the function of the other.
    const named = (name: string) =>
      defineAgent(name).tool(`say_${name}`, { capability: 'name', run: () => setImmediate(name) });
    const providers = [await mesh.start(named('a')), await mesh.start(named('b'))];
    const consumer = await mesh.start(
      defineAgent('twice')
        .needs('one', { capability: 'name', output: z.string() })
        .needs('two', { capability: 'name', output: z.string() })
        .tool('twice', { run: async (_, needs) => `${await needs.one({})}${await needs.two({})}` }),
    );
    const answers: Promise<unknown>[] = [];
    for (let round = 0; round < 50; round += 1) {
      const [leaving, coming] = round % 2 ? providers.toReversed() : providers;
      await coming?.beat();
      mesh.registry.lose(leaving?.id ?? '');
      for (let n = 0; n < 100; n += 1) answers.push(mesh.call('twice'));
      await consumer.beat(); // they have begun and not ended
    }
    const count = Map.groupBy(await Promise.all(answers), (answer) => answer);
    expect(answers).toHaveLength(5_000);
    expect(new Set(count.keys())).toEqual(new Set(['aa', 'bb']));
  });

  it('choose by tags, each for its own place [C-03]', async () => {
    const mesh = await open();
    await mesh.provide('time', () => 'system', { tags: ['system'] });
    await mesh.provide('time', () => 'utc', { tags: ['utc'] });
    const both = defineAgent('both')
      .needs('system', { capability: 'time', tags: ['system'] })
      .needs('utc', { capability: 'time', tags: ['utc'] })
      .tool('times', { run: async (_, times) => [await times.system({}), await times.utc({})] });
    await mesh.start(both);
    expect(await mesh.call('times')).toEqual(['system', 'utc']);
  });

  it('go on calling each other while the registry is away, and after it has forgotten them [C-05]', async () => {
    const time = createManualTime();
    const mesh = await open({ timers: time.timers, now: () => time.clock.now() });
    await mesh.provide('name', () => 'a');
    const consumer = await mesh.start(asking);
    mesh.registry.setTrouble('failing');
    await time.pass(60_000);
    expect([await mesh.call('ask'), consumer.state]).toEqual(['a', 'reconnecting']);
    const asked = mesh.registry.requests.length;
    expect(await mesh.call('ask')).toBe('a');
    expect(mesh.registry.requests).toHaveLength(asked); // a call asks nobody
    mesh.registry.forget();
    mesh.registry.setTrouble('none');
    await time.pass(60_000);
    expect([await mesh.call('ask'), consumer.state]).toEqual(['a', 'healthy']);
    expect(mesh.registry.healthy).toHaveLength(2);
  });

  it('say what they need in words when nobody provides it [C-27]', async () => {
    const mesh = await open();
    await mesh.start(asking);
    await expect(mesh.call('ask')).rejects.toThrow('Dependency not available: name');
  });

  it('stream to each other, piece by piece, and whole from one that does not stream', async () => {
    const mesh = await open();
    const teller = defineAgent('teller').tool('story', {
      async *run() {
        yield 'once ';
        yield 'upon';
      },
    });
    await mesh.start(teller);
    await mesh.provide('plain', () => 'whole');
    const reader = defineAgent('reader')
      .needs('story', { stream: true })
      .needs('plain', { stream: true })
      .tool('read', {
        async run(_, { story, plain }) {
          return [await all(story({})), await all(plain({}))];
        },
      })
      .tool('peek', {
        async run(_, { story }) {
          for await (const piece of story({})) return piece;
          return 'nothing';
        },
      });
    await mesh.start(reader);
    expect(await mesh.call('read')).toEqual([['once ', 'upon'], ['whole']]);
    expect(await mesh.call('peek')).toBe('once ');
  });

  it('tell what happens to them', async () => {
    const mesh = await open();
    const news: MeshNews[] = [];
    await mesh.start(asking, { onNews: (one) => news.push(one) });
    const provider = await mesh.provide('name', () => 'a');
    await mesh.provide('name', () => 'b');
    await provider.stop();
    expect(news.map(({ kind }) => kind)).toEqual([
      'agent_registered',
      'dependency_available',
      'dependency_changed',
    ]);
    expect(news[1]).toMatchObject({ key: 'ask:dep_0' });
  });

  it('refuse an answer that is not what they need, and pass on failures in words', async () => {
    const mesh = await open();
    await mesh.provide('count', () => 'many');
    await mesh.provide('broken', () => {
      throw new Error('out of paper');
    });
    const user = defineAgent('user')
      .needs('count', { output: z.number() })
      .needs('broken', {})
      .tool('total', { run: (_, { count }) => count({}) })
      .tool('print', { run: (_, { broken }) => broken({}) });
    await mesh.start(user);
    await expect(mesh.call('total')).rejects.toThrow('"count" answered something else than expected');
    await expect(mesh.call('print')).rejects.toThrow('out of paper');
  });
});

async function all(pieces: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

async function listTools(fetch: Awaited<ReturnType<typeof open>>['fetch'], url: string): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  return response.text();
}

describe('the id of an agent', () => {
  it('is its name and a suffix of its own: started twice, two ids and one name [C-44]', async () => {
    const mesh = await open();
    const agents = [await mesh.start(asking), await mesh.start(asking)];
    expect(new Set(agents.map(({ id }) => id)).size).toBe(2);
    for (const { id, name } of agents) {
      expect(id).toMatch(/^asking-[0-9a-f]{8}$/);
      expect(name).toBe('asking');
      expect(mesh.registry.registration(id)).toMatchObject({ name: 'asking', runtime: 'typescript' });
    }
  });
});
