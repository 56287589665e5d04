import { describe, expect, it } from 'vitest';
import { foreign, mine, provider, setupMesh } from '../../test-support/mesh.ts';

describe('trust', () => {
  it('gives an id and a name to the key that took them first', () => {
    const { beat, answer, registry } = setupMesh();
    answer(provider('a-1', { name: 'a' }), mine);
    expect(beat(provider('a-1', { name: 'a' }), foreign)).toMatchObject({ kind: 'refused', status: 403 });
    expect(beat(provider('a-2', { name: 'a' }), foreign)).toMatchObject({ kind: 'refused', status: 403 });
    expect(beat(provider('a-2', { name: 'a' }), null)).toMatchObject({ kind: 'refused', status: 403 });
    expect(beat(provider('a-2', { name: 'a' }), mine)).toMatchObject({ kind: 'answer' });
    expect([registry.touch('a-1', foreign), registry.touch('a-1', null)]).toEqual(['foreign', 'foreign']);
    expect([registry.unregister('a-1', foreign), registry.unregister('a-1', 'operator')]).toEqual([
      'foreign',
      'gone',
    ]);
  });

  it('keeps a name after its agents are gone, until somebody sets it free', async () => {
    const { beat, answer, registry, watch, time } = setupMesh();
    await watch.start();
    answer(provider('a'), mine);
    await time.pass(4_000_000);
    expect(registry.entries.size).toBe(0);
    expect(beat(provider('a'), foreign)).toMatchObject({ kind: 'refused' });
    registry.setName('a', { owner: null });
    expect(beat(provider('a'), foreign)).toMatchObject({ kind: 'answer' });
  });

  it('does not let a living agent move, and tells of one that comes back elsewhere', async () => {
    const { beat, answer, watch, time, moved } = setupMesh();
    await watch.start();
    answer(provider('a'), mine);
    const elsewhere = provider('a', { http_port: 6_666 });
    expect(beat(elsewhere, mine)).toMatchObject({ kind: 'refused', status: 403 });
    await time.pass(60_000);
    expect(beat(elsewhere, mine)).toMatchObject({ kind: 'answer' });
    expect(moved).toEqual(['a: http://127.0.0.1:19001 → http://127.0.0.1:6666']);
  });

  it('lets plain agents move, as other registries do, and tells of it', () => {
    const { answer, moved } = setupMesh();
    answer(provider('a'));
    answer(provider('a', { http_port: 6_666 }));
    expect(moved).toEqual(['a: http://127.0.0.1:19001 → http://127.0.0.1:6666']);
  });

  it('gives a key its own number of agents, where that was said of it', () => {
    const { beat } = setupMesh();
    const one = { ...mine, maxAgents: 1 };
    const five = { ...foreign, maxAgents: 5 };
    expect(beat(provider('a'), one)).toMatchObject({ kind: 'answer' });
    expect(beat(provider('b'), one)).toEqual({
      kind: 'refused',
      status: 429,
      message: 'this key may have 1 agents',
    });
    for (const id of ['c', 'd', 'e', 'f', 'g'])
      expect(beat(provider(id), five)).toMatchObject({ kind: 'answer' });
    expect(beat(provider('h'), five)).toMatchObject({ kind: 'refused', status: 429 });
  });

  it('does not count against a key what it had before its agents started again', async () => {
    const { beat, registry, events } = setupMesh();
    for (let start = 0; start < 10; start += 1) {
      for (const name of ['a', 'b', 'c'])
        expect(beat(provider(`${name}-${String(start)}`), mine)).toMatchObject({ kind: 'answer' });
      for (const { agent } of registry.entries.values()) registry.unregister(agent.id, mine);
    }
    expect(registry.entries.size).toBe(3);
    const expired = (await events()).filter(({ type }) => type === 'expire');
    expect(expired[0]).toMatchObject({ data: { reason: 'quota' } });
  });

  it('ends at so many agents of a key', () => {
    const { beat } = setupMesh();
    for (const id of ['a', 'b', 'c']) expect(beat(provider(id), mine)).toMatchObject({ kind: 'answer' });
    expect(beat(provider('d'), mine)).toMatchObject({ kind: 'refused', status: 429 });
    expect(beat(provider('a'), mine)).toMatchObject({ kind: 'answer' });
    expect(beat(provider('d'), foreign)).toMatchObject({ kind: 'answer' });
  });
});
