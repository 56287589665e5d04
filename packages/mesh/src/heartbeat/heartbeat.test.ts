import { createManualTime } from '@patchbay/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineAgent } from '../define-agent.ts';
import type { HealthReport } from '../health.ts';
import type { MeshNews } from '../events.ts';
import type { StartOptions } from '../start-options.ts';
import { createTestMesh } from '../testing/index.ts';

const weather = defineAgent('weather', { version: '1.2.0', description: 'Knows the weather.' })
  .needs('geocode', {
    tags: ['+fast', '-old', ['eu', 'us']],
    version: '>=1',
    required: true,
    output: z.object({ lat: z.number() }),
    match: 'subset',
  })
  .tool('forecast', {
    capability: 'weather',
    tags: ['free'],
    timeoutMs: 45_000,
    input: z.object({ city: z.string() }),
    llm: { provider: { tags: ['+claude'] }, filter: ['maps', { tags: ['pdf'] }], filterMode: 'best_match' },
    run: () => 'sunny',
  });

async function setup(options: StartOptions = {}) {
  const time = createManualTime();
  const mesh = await createTestMesh({ timers: time.timers, now: () => time.clock.now() });
  onTestFinished(async () => {
    const closed = mesh[Symbol.asyncDispose]();
    await time.pass(10_000);
    await closed;
  });
  const news: MeshNews[] = [];
  const agent = await mesh.start(weather, { onNews: (one) => news.push(one), ...options });
  const seen = (): string[] =>
    mesh.registry.requests.map((line) => line.replaceAll(agent.id, 'id')).splice(0);
  const since = async (run: () => Promise<void>): Promise<string[]> => {
    const before = mesh.registry.requests.length;
    await run();
    return seen().slice(before);
  };
  return { mesh, time, agent, news, seen, since };
}

describe('a heartbeat', () => {
  it('asks every 5 s, and says everything only when something changed [C-20]', async () => {
    const { mesh, time, since, agent } = await setup();
    expect(await since(() => time.pass(10_000))).toEqual(['HEAD /heartbeat/id', 'HEAD /heartbeat/id']);
    await mesh.provide('maps', () => 'map');
    const requests = await since(() => time.pass(5_000));
    expect(requests.filter((line) => line.endsWith('/id'))).toEqual(['HEAD /heartbeat/id']);
    expect(agent.state).toBe('healthy');
  });

  it('comes every 5 s unless it is told otherwise [C-21]', async () => {
    const { time, since } = await setup();
    expect(await since(() => time.pass(4_999))).toEqual([]);
    expect(await since(() => time.pass(1))).toEqual(['HEAD /heartbeat/id']);
    const slow = await setup({ heartbeatSeconds: 30 });
    expect(await slow.since(() => slow.time.pass(29_999))).toEqual([]);
    expect(await slow.since(() => slow.time.pass(1))).toEqual(['HEAD /heartbeat/id']);
  });

  it('puts the agent into the words of the wire [C-20]', async () => {
    const { mesh, agent } = await setup();
    expect(mesh.registry.registration(agent.id)).toMatchObject({
      agent_id: agent.id,
      agent_type: 'mcp_agent',
      runtime: 'typescript',
      name: 'weather',
      version: '1.2.0',
      description: 'Knows the weather.',
      http_host: 'agent.test',
      namespace: 'default',
      tools: [
        {
          function_name: 'forecast',
          capability: 'weather',
          version: '1.2.0',
          tags: ['free'],
          inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          inputSchemaHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          dependencies: [
            {
              capability: 'geocode',
              tags: ['+fast', '-old', ['eu', 'us']],
              version: '>=1',
              namespace: 'default',
              required: true,
              matchMode: 'subset',
              expectedSchemaHash: expect.stringMatching(/^sha256:/),
            },
          ],
          llm_provider: { capability: 'llm', tags: ['+claude'] },
          llm_filter: { filter: ['maps', { tags: ['pdf'] }], filter_mode: 'best_match' },
          kwargs: { timeout: 45 },
        },
      ],
    });
  });

  it('registers anew when the registry does not know the agent any more [C-20]', async () => {
    const { mesh, time, since, agent, news } = await setup();
    mesh.registry.forget();
    expect(await since(() => time.pass(5_000))).toEqual(['HEAD /heartbeat/id', 'POST /heartbeat']);
    expect(mesh.registry.healthy).toEqual([agent.id]);
    expect(news.filter(({ kind }) => kind === 'agent_registered')).toHaveLength(2);
  });

  it('backs off from a registry in trouble, and only asks when it is back', async () => {
    const { mesh, time, since, agent, news } = await setup();
    mesh.registry.setTrouble('failing');
    const asked = await since(() => time.pass(60_000));
    expect(asked.length).toBeLessThan(9);
    expect(agent.state).toBe('reconnecting');
    mesh.registry.setTrouble('none');
    expect(await since(() => time.pass(30_000))).not.toContain('POST /heartbeat');
    expect(agent.state).toBe('healthy');
    expect(news.map(({ kind }) => kind)).toEqual([
      'agent_registered',
      'registry_disconnected',
      'registry_connected',
    ]);
  });

  it('goes on when there was no registry at the start', async () => {
    const time = createManualTime();
    const mesh = await createTestMesh({ timers: time.timers, now: () => time.clock.now() });
    mesh.registry.setTrouble('failing');
    const agent = await mesh.start(weather);
    expect(agent.state).toBe('unregistered');
    mesh.registry.setTrouble('none');
    await time.pass(5_000);
    expect(agent.state).toBe('healthy');
    await agent.stop();
  });

  it('ends with a farewell', async () => {
    const { time, agent, since, mesh } = await setup();
    expect(await since(() => agent.stop())).toEqual(['DELETE /agents/id']);
    expect(await since(() => time.pass(60_000))).toEqual([]);
    expect([mesh.registry.healthy, agent.state, time.waiting()]).toEqual([[], 'shutting-down', 0]);
  });
});

describe('the health of an agent', () => {
  it('that says no withdraws it until it says yes; one that breaks does not', async () => {
    let say: () => boolean | HealthReport = () => true;
    const { mesh, time, agent, since, news } = await setup({ healthCheck: () => say() });
    say = () => false;
    expect(await since(() => time.pass(40_000))).toContain('DELETE /agents/id');
    expect([agent.state, mesh.registry.healthy]).toEqual(['withdrawn', []]);
    expect(await since(() => time.pass(30_000))).toEqual([]);
    say = () => {
      throw new Error('a bug in the check');
    };
    expect(await since(() => time.pass(20_000))).toContain('POST /heartbeat');
    expect([agent.state, mesh.registry.healthy]).toEqual(['healthy', [agent.id]]);
    expect(news.flatMap((one) => (one.kind === 'health_status_changed' ? [one.status] : []))).toEqual([
      'unhealthy',
      'degraded',
    ]);
  });

  it.each([
    ['/health', () => true, 200, { status: 'healthy' }],
    ['/health', () => false, 503, { status: 'unhealthy' }],
    [
      '/health',
      () => ({ status: 'degraded' as const, checks: { db: false } }),
      503,
      { checks: { db: false } },
    ],
    ['/ready', () => false, 200, { ready: true }],
    ['/livez', () => false, 200, { alive: true }],
    ['/startupz', () => false, 200, { started: true }],
  ])('is told by %s', async (...[path, healthCheck, status, body]) => {
    const { mesh, agent } = await setup({ healthCheck });
    const response = await mesh.fetch(`${agent.url}${path}`, { method: 'GET' });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ...body, agent: 'weather', agent_id: agent.id });
    expect((await mesh.fetch(`${agent.url}${path}`, { method: 'HEAD' })).status).toBe(status);
  });

  it.each([
    ['yes', () => true, 200],
    ['no', () => false, 503],
    ['degraded', () => ({ status: 'degraded' as const }), 503],
    [
      'an exception',
      () => {
        throw new Error('no key');
      },
      503,
    ],
  ])('at its start is a clear yes or a no: %s', async (_, startupCheck, status) => {
    const { mesh, agent } = await setup({ startupCheck });
    expect((await mesh.fetch(`${agent.url}/startupz`, { method: 'GET' })).status).toBe(status);
  });

  it('is asked at most every 15 s', async () => {
    let asked = 0;
    const { time } = await setup({ healthCheck: () => (asked += 1) > 0 });
    await time.pass(14_000);
    expect(asked).toBe(1);
    await time.pass(15_000);
    expect(asked).toBe(2);
  });
});
