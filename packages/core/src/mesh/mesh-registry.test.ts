import type { Heartbeat } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { consumer, foreign, mine, provider, setupMesh } from '../../test-support/mesh.ts';
import { edgesOf } from './mesh-graph.ts';
import { trafficOf } from './traffic.ts';

describe('a heartbeat', () => {
  it('keeps the place of every dependency, also of one that nobody meets', () => {
    const { answer } = setupMesh();
    answer(provider('prov-a'));
    expect(answer(consumer('cons-1', 'missing', 'adder'))).toEqual({
      agent_id: 'cons-1',
      status: 'success',
      message: 'Agent registered via heartbeat',
      timestamp: '2026-01-01T00:00:00.000Z',
      dependencies_resolved: {
        calc: [
          { agent_id: '', capability: 'missing', endpoint: '', function_name: '', status: 'unresolved' },
          {
            agent_id: 'prov-a',
            capability: 'adder',
            endpoint: 'http://127.0.0.1:19001',
            function_name: 'add',
            kwargs: { timeout: 45 },
            status: 'available',
          },
        ],
      },
      llm_tools: {},
    });
  });

  it.each([
    [{ agent_id: 'Bad_Id' }, 'agent: value is not valid for agent_id field: "Bad_Id"'],
    [{ agent_id: 'a', runtime: 'rust' }, 'agent: invalid enum value for runtime field: "rust"'],
    [{ agent_id: 'a', agent_type: 'bot' }, 'agent: invalid enum value for agent_type field: "bot"'],
    [
      { agent_id: 'a', http_host: 'evil.com/x?', http_port: 80 },
      'agent: value is not valid for http_host field: "evil.com/x?"',
    ],
  ])('of %j is answered with its error, and registers nobody [C-43]', (body, message) => {
    const { answer, registry } = setupMesh();
    expect(answer(body)).toMatchObject({ status: 'error', message });
    expect(registry.entries.size).toBe(0);
  });

  it.each(['python', 'typescript', 'java', undefined])('takes the runtime %j [C-43]', (runtime) => {
    const { answer, registry } = setupMesh();
    expect(answer({ agent_id: 'a', runtime })).toMatchObject({ status: 'success' });
    expect(registry.entries.get('a')?.agent.runtime).toBe(runtime ?? 'python');
  });

  it.each([
    [{ http_port: 0, http_host: 'x' }, 'stdio://a'],
    [{}, 'stdio://a'],
    [{ http_port: 80, http_host: '0.0.0.0' }, 'http://localhost:80'],
    [{ http_port: 80 }, 'http://localhost:80'],
    [{ http_port: 80, http_host: 'fe80::1' }, 'http://[fe80::1]:80'],
    [{ http_port: 80, http_host: 'http://host' }, 'http://host:80'],
  ])('from %j comes from %s', (where, endpoint) => {
    const { answer, registry } = setupMesh();
    answer({ agent_id: 'a', ...where });
    expect(registry.entries.get('a')?.agent.endpoint).toBe(endpoint);
  });

  it('is told that its description was cut', () => {
    const { answer, registry } = setupMesh();
    const { warnings } = answer({ agent_id: 'a', description: '✓'.repeat(300) });
    expect(warnings).toEqual(['description is 300 characters long and was cut to 256']);
    expect(registry.entries.get('a')?.agent.description).toHaveLength(256);
  });

  it('that closes a loop of required dependencies is refused, and the loop is named', () => {
    const { answer } = setupMesh();
    const needs = (id: string, capability: string, needed: string): Heartbeat => ({
      agent_id: id,
      tools: [{ function_name: 'f', capability, dependencies: [{ capability: needed, required: true }] }],
    });
    answer(needs('p', 'P', 'Q'));
    expect(answer(needs('q', 'Q', 'P'))).toMatchObject({
      status: 'error',
      message: 'required dependency cycle: P → Q → P',
    });
  });
});

describe('a sign of life', () => {
  it('is answered with news until the agent has sent all it has', () => {
    const { answer, registry } = setupMesh();
    answer(provider('a'));
    expect(registry.touch('a', null)).toBe('unchanged');
    answer(consumer('b', 'adder'));
    expect(registry.touch('a', null)).toBe('changed');
    expect(registry.touch('b', null)).toBe('unchanged');
    answer(provider('a'));
    expect([registry.touch('a', null), registry.touch('b', null)]).toEqual(['unchanged', 'unchanged']);
    registry.unregister('a', null);
    expect([registry.touch('a', null), registry.touch('b', null)]).toEqual(['unknown', 'changed']);
  });

  it('keeps an agent alive, and does not bring back one that was given up', async () => {
    const { answer, registry, watch, time, statusOf, events } = setupMesh();
    await watch.start();
    answer(provider('lives'));
    answer(provider('dies'));
    for (let n = 0; n < 12; n += 1) {
      await time.pass(5_000);
      registry.touch('lives', null);
    }
    expect([statusOf('lives'), statusOf('dies')]).toEqual(['healthy', 'unhealthy']);
    expect(registry.touch('dies', null)).toBe('unknown');
    expect(statusOf('dies')).toBe('unhealthy');
    answer(provider('dies'));
    expect(statusOf('dies')).toBe('healthy');
    const types = (await events()).filter(({ agentId }) => agentId === 'dies').map(({ type }) => type);
    expect(types).toEqual(['register', 'unhealthy', 'register']);
  });

  it('that stops for an hour after it was given up is forgotten', async () => {
    const { answer, watch, time, statusOf, kept, ledger } = setupMesh();
    await watch.start();
    answer(provider('a'));
    await time.pass(3_500_000);
    expect(statusOf('a')).toBe('unhealthy');
    await time.pass(200_000);
    expect(statusOf('a')).toBeUndefined();
    await ledger.flush();
    expect((await kept.load()).agents).toEqual([]);
    expect(await kept.events({ limit: 1 })).toMatchObject([{ type: 'expire', agentId: 'a' }]);
  });

  it('is not missed in a hub that was itself away', async () => {
    const { answer, watch, time, statusOf, state } = setupMesh();
    await watch.start();
    await time.pass(60_000);
    answer(provider('a'));
    state.sleptMs = 600_000; // the whole machine: no timer ran, and no heartbeat came through
    await time.pass(10_000);
    expect(statusOf('a')).toBe('healthy');
    await time.pass(60_000);
    expect(statusOf('a')).toBe('unhealthy');
  });

  it('lets the hub be its own agent for as long as it runs', async () => {
    const { answer, watch, time, statusOf } = setupMesh();
    await watch.start();
    answer(provider('hub'));
    await time.pass(300_000);
    expect(statusOf('hub')).toBe('healthy');
  });
});

describe('a registry that drains', () => {
  it('takes nobody new, and keeps those that it knows', () => {
    const { beat, answer, registry } = setupMesh();
    answer(provider('a'));
    registry.drain(true);
    expect(beat(provider('b'))).toEqual({ kind: 'draining' });
    expect(beat(provider('a'))).toMatchObject({ kind: 'answer' });
    registry.drain(false);
    expect(beat(provider('b'))).toMatchObject({ kind: 'answer' });
  });
});

describe('news of choices', () => {
  it('is told once for each change, with who was passed over and why', async () => {
    const { answer, events } = setupMesh();
    answer(provider('a'));
    answer(consumer('c', 'adder'));
    answer(consumer('c', 'adder'));
    answer(provider('b', { tools: [{ function_name: 'add', capability: 'adder', version: '2.0.0' }] }));
    answer(consumer('c', 'adder'));
    const choices = (await events()).filter(({ type }) => type.startsWith('dependency'));
    expect(choices).toMatchObject([
      {
        type: 'dependency_resolved',
        agentId: 'c',
        functionName: 'calc',
        data: { consumer: 'c', dep_index: 0, chosen: { agent_id: 'b' }, prior_chosen: 'a' },
      },
      { type: 'dependency_resolved', data: { chosen: { agent_id: 'a' } } },
    ]);
  });
});

describe('what an agent says of its calls', () => {
  const said = (calls: number, more: object = {}): string =>
    JSON.stringify([
      {
        from: 'calc',
        endpoint: 'http://127.0.0.1:19001',
        to: 'add',
        calls,
        errors: 1,
        traceId: 't',
        ...more,
      },
    ]);

  it('is seen with whom it called, and when that was last heard of', async () => {
    const { answer, registry, time } = setupMesh();
    answer(provider('a'));
    answer(consumer('c', 'adder'));
    registry.touch('c', null, said(2));
    await time.pass(10_000);
    registry.touch('c', null, said(2, { traceId: 'other' }));
    const edge = {
      from: 'c',
      fromFunction: 'calc',
      to: 'a',
      endpoint: 'http://127.0.0.1:19001',
      toFunction: 'add',
      calls: 2,
      errors: 1,
      lastTraceId: 'other',
    };
    expect(trafficOf(registry.entries)).toEqual([{ ...edge, lastAt: '2026-01-01T00:00:00.000Z' }]);
    registry.touch('c', null, said(3));
    expect(trafficOf(registry.entries)).toMatchObject([{ calls: 3, lastAt: '2026-01-01T00:00:10.000Z' }]);
  });

  it.each(['', '{', '[1]', said(-1), said(1, { to: 'x'.repeat(2_000) }), `[${'1,'.repeat(9_000)}1]`])(
    'is passed over where it makes no sense: %#',
    (text) => {
      const { answer, registry } = setupMesh();
      answer(consumer('c', 'adder'));
      expect(registry.touch('c', null, text)).toBe('unchanged');
      expect(trafficOf(registry.entries)).toEqual([]);
    },
  );

  it("is nobody else's to say", () => {
    const { answer, registry } = setupMesh();
    answer(consumer('c', 'adder'), mine);
    expect(registry.touch('c', foreign, said(9))).toBe('foreign');
    expect(trafficOf(registry.entries)).toEqual([]);
  });
});

describe('the graph', () => {
  it('says who meets which need, and why', () => {
    const { answer, registry } = setupMesh();
    const edges = () =>
      [...registry.entries.values()].flatMap(({ agent }) => edgesOf(registry.world(), agent));
    answer(consumer('c', 'adder', 'missing'));
    expect(edges()).toMatchObject([{ to: null, why: 'nobody provides it' }, { to: null }]);
    answer(provider('a'));
    expect(edges()[0]).toEqual({
      from: 'c',
      fromFunction: 'calc',
      kind: 'tool',
      index: 0,
      capability: 'adder',
      isRequired: false,
      to: 'a',
      toFunction: 'add',
      why: 'the only one',
    });
    answer(provider('b'));
    expect(edges()[0]?.why).toBe('first of 2 by score, version and id');
    registry.unregister('a', null);
    expect(edges()[0]?.why).toBe('the only one left; put out: a:add (Unhealthy)');
    registry.unregister('b', null);
    expect(edges()[0]?.why).toBe('nobody is left; put out: a:add (Unhealthy), b:add (Unhealthy)');
  });
});
