import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { MeshAgentView } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { setupFake } from '../../test-support/fake-hub.ts';
import { runtimeColours, runtimeOf } from '../describe-mesh-agent.ts';

const anAgent = (more: Partial<MeshAgentView> = {}): MeshAgentView => ({
  id: 'calc-1',
  name: 'calc',
  agent_type: 'mcp_agent',
  runtime: 'java',
  status: 'healthy',
  endpoint: 'http://127.0.0.1:19001',
  version: '1.0.0',
  description: '',
  capabilities: [
    { name: 'adder', version: '1.0.0', function_name: 'add', tags: [], description: '', available: true },
  ],
  total_dependencies: 2,
  dependencies_resolved: 1,
  dependency_resolutions: [
    { function_name: 'add', capability: 'x', provider_agent_id: 'p', status: 'available' },
    { function_name: 'add', capability: 'y', status: 'unresolved' },
  ],
  llm_tool_resolutions: null,
  llm_provider_resolutions: null,
  a2a_producer: false,
  a2a_consumer: false,
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen: new Date().toISOString(),
  ...more,
});

const answerOf = (...agents: MeshAgentView[]) => ({
  agents,
  count: agents.length,
  timestamp: '2026-01-01T00:00:00Z',
});

describe('mesh list', () => {
  it('shows agents with their runtimes as people write them [C-45]', async () => {
    const agents = [
      anAgent(),
      anAgent({ id: 'p-1', runtime: 'python' }),
      anAgent({ id: 't-1', runtime: 'typescript' }),
    ];
    const { run } = await setupFake({
      listMeshAgents: () => answerOf(...agents, anAgent({ id: 'dead', status: 'unhealthy' })),
    });
    const { out } = await run('mesh', 'list');
    const lines = stripVTControlCharacters(out).split('\n');
    expect(lines[1]).toMatch(/^calc-1 +Java +healthy +1\/2 +adder +http:\/\/127\.0\.0\.1:19001 +/);
    expect(lines.slice(2, 4).map((line) => line.split(/ +/).slice(0, 2))).toEqual([
      ['p-1', 'Python'],
      ['t-1', 'TypeScript'],
    ]);
    expect((await run('mesh', 'list', '--all')).out).toContain('dead');
    expect(JSON.parse((await run('mesh', 'list', '--json')).out)).toHaveLength(3);
  });

  it('paints Java magenta [C-45]', () => {
    expect([runtimeColours.java, runtimeOf({ runtime: 'java' })]).toEqual(['magenta', 'Java']);
  });

  it('says how to get an agent where there is none', async () => {
    const { run } = await setupFake({ listMeshAgents: () => answerOf() });
    expect((await run('mesh', 'list')).err).toContain('patchbay mesh scaffold <name>');
  });
});

const traffic = {
  from: 'calc-1',
  fromFunction: 'add',
  to: 'p',
  endpoint: 'http://p',
  toFunction: 'x',
  calls: 1_200,
  errors: 3,
  lastAt: '2026-01-01T00:00:00.000Z',
  lastTraceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

describe('mesh tokens', () => {
  it('shows how many agents a key may have and has, and how to make one', async () => {
    const token = {
      id: 'k1',
      name: 'weather',
      maxAgents: 20,
      agents: 3,
      names: ['geo', 'sky'],
      expiresAt: null,
    };
    const { run } = await setupFake({ listMeshTokens: () => [token] });
    const [, line] = stripVTControlCharacters((await run('mesh', 'tokens')).out).split('\n');
    expect(line).toMatch(/^k1 +weather +3 of 20 +geo, sky +never/);
    const { run: runNone } = await setupFake({ listMeshTokens: () => [] });
    expect((await runNone('mesh', 'tokens')).err).toContain('patchbay keys create <name> --mesh');
  });
});

describe('mesh status', () => {
  it('shows what an agent provides and needs, and fails for one that is unknown', async () => {
    const node = { ...anAgent(), namespace: 'default', server: null };
    const graph = { agents: [node], edges: [], traffic: [traffic], timestamp: '2026-01-01T00:00:00Z' };
    const { run } = await setupFake({ meshGraph: () => graph });
    const { code, out } = await run('mesh', 'status', 'calc');
    expect(code).toBe(0);
    expect(stripVTControlCharacters(out)).toContain('add → p:x: 1,200 calls, 3 failed, last');
    expect(JSON.parse((await run('mesh', 'status', 'calc', '--json')).out)).toMatchObject({
      calls: [traffic],
      calledBy: [],
    });
    expect(out).toContain('adder 1.0.0 (add)');
    expect(out).toContain('add: x from p');
    expect(out).toContain('add: y unresolved');
    expect((await run('mesh', 'status', 'nobody')).err).toContain('There is no mesh agent "nobody".');
  });
});

describe('mesh explain', () => {
  const explanation = {
    functionName: 'calc',
    index: 0,
    capability: 'adder',
    chosen: null,
    endpoint: null,
    traffic: [traffic],
    stages: [
      {
        stage: 'health',
        kept: [],
        evicted: [{ id: 'a:add', reason: 'Unhealthy', details: { status: 'unhealthy' } }],
      },
    ],
  };

  it('says who was passed over and why, and exits 1 when nobody is left', async () => {
    const { run, asked } = await setupFake({ explainMesh: () => [explanation] });
    const { code, out } = await run('mesh', 'explain', 'calc-1');
    expect(code).toBe(1);
    expect(out).toContain('adder (calc, dependency 0) → nobody');
    expect(out).toContain('✗ a:add: Unhealthy {"status":"unhealthy"}');
    expect(stripVTControlCharacters(out)).toMatch(/used +1,200 calls, 3 failed, last .* \(trace 4bf9/);
    expect(asked).toEqual(['GET /api/mesh/explain?agent=calc-1']);
  });

  it('wants an agent or a capability', async () => {
    const { run } = await setupFake({});
    expect((await run('mesh', 'explain')).err).toContain('Name an agent, or a --capability.');
  });
});

describe('mesh call', () => {
  it('shows the answer of whoever provides it', async () => {
    const { run } = await setupFake({
      callMesh: ({ body }) => ({
        agent: 'calc-1',
        function: 'add',
        result: { content: [{ type: 'text', text: JSON.stringify(body) }] },
      }),
    });
    const { code, out } = await run('mesh', 'call', 'adder', 'a=1', '--tags', '+fast');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ capability: 'adder', tags: ['+fast'] });
  });
});

describe('mesh scaffold', () => {
  it.each(['tool', 'llm-tool'])('writes an agent with its test: %s', async (kind) => {
    const { run } = await setupFake({});
    const dir = join(createTempDir(), 'greeter');
    expect((await run('mesh', 'scaffold', 'greeter', '--kind', kind, '--dir', dir)).code).toBe(0);
    expect(readFileSync(join(dir, 'src/agent.ts'), 'utf8')).toContain("defineAgent('greeter'");
    expect(readFileSync(join(dir, 'src/agent.test.ts'), 'utf8')).toContain('createTestMesh');
    expect(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))).toMatchObject({ name: 'greeter' });
    expect((await run('mesh', 'scaffold', 'greeter', '--dir', dir)).err).toContain('not empty');
  });
});
