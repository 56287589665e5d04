import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aProvider, startMeshHub } from '../support/mesh-registry.ts';

// The wire of mcp-mesh 3.x, case by case, with its quirks.

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('the registry on its own port', () => {
  it('says what it is', async () => {
    const { ask } = await startMeshHub();
    expect(await ask('GET /health')).toMatchObject({
      status: 200,
      body: {
        service: 'mcp-mesh-registry',
        status: 'healthy',
        timestamp: iso,
        uptime_seconds: expect.any(Number),
        version: '1.0.0',
      },
    });
    const { headers } = await ask('HEAD /health');
    expect([headers.get('X-Health-Status'), headers.get('X-Service-Version')]).toEqual(['healthy', '1.0.0']);
    expect(headers.get('X-Uptime-Seconds')).toMatch(/^\d+$/);
    expect((await ask('GET /')).body).toEqual({
      service: 'mcp-mesh-registry',
      version: '1.0.0',
      status: 'running',
      endpoints: ['/health', '/heartbeat', '/agents'],
    });
  });

  it('registers by heartbeat, and answers signs of life with 200, 202 and 410 [C-20]', async () => {
    const { ask } = await startMeshHub();
    expect((await ask('HEAD /heartbeat/prov-a')).status).toBe(410);
    expect(await ask('POST /heartbeat', aProvider('prov-a'))).toMatchObject({
      status: 200,
      body: {
        agent_id: 'prov-a',
        status: 'success',
        message: 'Agent registered via heartbeat',
        timestamp: iso,
        dependencies_resolved: {},
      },
    });
    expect((await ask('HEAD /heartbeat/prov-a')).status).toBe(200);
    await ask('POST /heartbeat', aProvider('prov-b'));
    expect((await ask('HEAD /heartbeat/prov-a')).status).toBe(202);
    await ask('POST /heartbeat', aProvider('prov-a'));
    expect((await ask('HEAD /heartbeat/prov-a')).status).toBe(200);
    expect((await ask('DELETE /agents/prov-b')).status).toBe(204);
    expect((await ask('HEAD /heartbeat/prov-b')).status).toBe(410);
    expect((await ask('HEAD /heartbeat/prov-a')).status).toBe(202);
    expect((await ask('DELETE /agents/nobody')).status).toBe(204);
  });

  it('answers what makes no sense with 200 and an error, and what is no JSON with 400 [C-43]', async () => {
    const { ask } = await startMeshHub();
    expect(await ask('POST /heartbeat', { agent_id: 'a', runtime: 'rust' })).toMatchObject({
      status: 200,
      body: { status: 'error', message: 'agent: invalid enum value for runtime field: "rust"' },
    });
    expect(await ask('POST /heartbeat', '{"agent_id"')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Invalid JSON payload: /), timestamp: iso },
    });
    expect((await ask('POST /heartbeat', { agent_id: 'a', tools: 'many' })).status).toBe(400);
    for (const runtime of ['python', 'typescript', 'java'])
      expect((await ask('POST /heartbeat', { agent_id: runtime, runtime })).body).toMatchObject({
        status: 'success',
      });
  });

  it('gives every dependency its place, tools and a model [C-20]', async () => {
    const { ask } = await startMeshHub();
    await ask('POST /heartbeat', aProvider('prov-a'));
    const model = {
      function_name: 'process_chat',
      capability: 'llm',
      tags: ['llm', 'claude'],
      version: '1.0.0',
      inputSchema: {},
      kwargs: { vendor: 'anthropic' },
    };
    await ask('POST /heartbeat', aProvider('lp', { tools: [model] }));
    const dependencies = [
      { capability: 'missing' },
      { capability: 'adder', tags: ['+fast'], version: '>=1.0' },
    ];
    const chat = {
      function_name: 'chat',
      capability: 'chatting',
      llm_filter: { filter: ['adder'], filter_mode: 'all' },
      llm_provider: { capability: 'llm', tags: ['+claude'] },
    };
    const empty = { ...chat, function_name: 'alone', llm_filter: { filter: ['nope'] }, llm_provider: null };
    const calc = { function_name: 'calc', capability: 'calculator', dependencies };
    const { body } = await ask('POST /heartbeat', { agent_id: 'cons-1', tools: [calc, chat, empty] });
    expect(body).toMatchObject({
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
      llm_tools: {
        chat: [
          {
            name: 'add',
            capability: 'adder',
            description: 'adds',
            endpoint: 'http://127.0.0.1:19001',
            inputSchema: { type: 'object' },
            tags: ['math'],
            version: '1.2.0',
          },
        ],
        alone: [],
      },
      llm_providers: {
        chat: { name: 'process_chat', agent_id: 'lp', vendor: 'anthropic', status: 'available' },
      },
    });
  });

  it('lists agents as others do: null for no resolutions, and no page for one agent', async () => {
    const { ask } = await startMeshHub();
    await ask('POST /heartbeat', aProvider('prov-a', { runtime: 'java' }));
    await ask('POST /heartbeat', aProvider('prov-b', { namespace: 'other' }));
    const { body } = await ask('GET /agents');
    expect(body).toMatchObject({ count: 2, timestamp: iso });
    expect((body as { agents: object[] }).agents[0]).toEqual({
      id: 'prov-a',
      name: 'prov-a',
      agent_type: 'mcp_agent',
      runtime: 'java',
      status: 'healthy',
      endpoint: 'http://127.0.0.1:19001',
      version: '1.0.0',
      description: '',
      capabilities: [
        {
          name: 'adder',
          version: '1.2.0',
          function_name: 'add',
          tags: ['math'],
          description: 'adds',
          available: true,
        },
      ],
      total_dependencies: 0,
      dependencies_resolved: 0,
      dependency_resolutions: null,
      llm_tool_resolutions: null,
      llm_provider_resolutions: null,
      a2a_producer: false,
      a2a_consumer: false,
      created_at: iso,
      last_seen: iso,
    });
    expect((await ask('GET /agents?namespace=other')).body).toMatchObject({ count: 1 });
    expect((await ask('GET /agents?status=unhealthy')).body).toMatchObject({ count: 0, agents: [] });
    expect((await ask('GET /agents/prov-a')).status).toBe(404);
  });

  it('tells events newest first', async () => {
    const { ask } = await startMeshHub();
    for (const id of ['a', 'b']) await ask('POST /heartbeat', aProvider(id));
    await ask('DELETE /agents/a');
    expect((await ask('GET /events')).body).toMatchObject({
      count: 3,
      events: [
        { event_type: 'unregister', agent_id: 'a', agent_name: 'a', timestamp: iso, data: expect.anything() },
        { event_type: 'register', agent_id: 'b' },
        { event_type: 'register', agent_id: 'a' },
      ],
    });
    expect((await ask('GET /events?type=register&agent_id=a&limit=5')).body).toMatchObject({ count: 1 });
    expect((await ask('GET /events?limit=0')).body).toMatchObject({ count: 1 });
    expect((await ask('GET /events?limit=501')).body).toMatchObject({ count: 3 });
    for (const query of ['limit=x', 'type=party'])
      expect((await ask(`GET /events?${query}`)).status).toBe(400);
  });

  it('lists those that are asked for', async () => {
    const { ask } = await startMeshHub();
    await ask('POST /heartbeat', aProvider('a', { a2a_producer: true }));
    await ask('POST /heartbeat', aProvider('b', { agent_type: 'api', tools: [] }));
    const listed = async (query: string) =>
      ((await ask(`GET /agents?${query}`)).body as { agents: { id: string }[] }).agents.map(({ id }) => id);
    expect(await listed('type=api')).toEqual(['b']);
    expect(await listed('capabilities=adder')).toEqual(['a']);
    expect([await listed('capabilities=ADD'), await listed('capabilities=ADD&fuzzy=true')]).toEqual([
      [],
      ['a'],
    ]);
    expect((await ask('GET /agents?type=mcp_agent')).body).toMatchObject({
      agents: [{ a2a_producer: true, a2a_consumer: false }],
    });
    expect(await ask('POST /heartbeat', { agent_id: '' })).toMatchObject({
      status: 400,
      body: { error: 'agent_id is required' },
    });
  });

  it('keeps schemas by their hash', async () => {
    const { ask } = await startMeshHub();
    const hash = `sha256:${'a'.repeat(64)}`;
    const tool = {
      function_name: 'f',
      capability: 'c',
      inputSchemaHash: hash,
      inputSchemaCanonical: { type: 'object' },
    };
    await ask('POST /heartbeat', aProvider('a', { tools: [tool] }));
    const entry = { hash, canonical: { type: 'object' }, runtime_origin: 'python', created_at: iso };
    expect((await ask('GET /schemas')).body).toEqual({ schemas: [entry], count: 1 });
    expect((await ask(`GET /schemas/${hash}`)).body).toEqual(entry);
    expect((await ask('GET /schemas/sha256:b')).status).toBe(404);
  });

  it('drains', async () => {
    const { ask } = await startMeshHub();
    await ask('POST /heartbeat', aProvider('a'));
    expect((await ask('GET /admin/drain')).body).toEqual({ draining: false, live_claims: 0 });
    expect((await ask('POST /admin/drain')).body).toEqual({ draining: true, live_claims: 0 });
    expect((await ask('POST /heartbeat', aProvider('b'))).status).toBe(503);
    expect((await ask('POST /heartbeat', aProvider('a'))).status).toBe(200);
    expect((await ask('DELETE /admin/drain')).body).toEqual({ draining: false, live_claims: 0 });
  });

  it.each([
    'POST /jobs',
    'GET /jobs/x',
    'GET /trace/status',
    'GET /a2a/agents',
    'GET /admin/entities',
    'POST /admin/rotate',
  ])('says that it does not have %s yet', async (line) => {
    const { ask } = await startMeshHub();
    expect(await ask(line)).toMatchObject({
      status: 501,
      body: { error: expect.any(String), timestamp: iso },
    });
  });
});

describe('the proxy', () => {
  async function startAgent(answer: RequestListener) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  it('reaches registered agents by id, name and address, and nothing but /mcp', async () => {
    const { ask, meshUrl } = await startMeshHub();
    const http_port = await startAgent((request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const { authorization, 'x-api-key': secret, 'x-mesh-job-id': job } = request.headers;
      response.end(JSON.stringify({ url: request.url, secrets: [authorization, secret], job }));
    });
    await ask('POST /heartbeat', aProvider('a-1', { name: 'a', http_port }));
    for (const host of ['a-1', 'a', `127.0.0.1:${String(http_port)}`])
      expect(await ask(`POST /proxy/${host}/mcp`, {})).toMatchObject({ status: 200, body: { url: '/mcp' } });
    const headers = { 'X-Api-Key': 'ours', 'X-Mesh-Job-Id': '7' };
    const told = await fetch(`${meshUrl}/proxy/a/mcp`, { method: 'POST', body: '{}', headers });
    expect(await told.json()).toEqual({ url: '/mcp', secrets: [null, null], job: '7' });
    expect((await ask('POST /proxy/a/mcp/deep', {})).body).toMatchObject({ url: '/mcp/deep' });
    expect((await ask('POST /proxy/127.0.0.1:1/mcp', {})).status).toBe(403);
    expect((await ask('POST /proxy/a/admin', {})).status).toBe(400);
  });

  it('says when an agent is gone, or takes longer than it may', async () => {
    const { ask, meshUrl } = await startMeshHub();
    await ask('POST /heartbeat', aProvider('gone', { http_port: 1 }));
    expect((await ask('POST /proxy/gone/mcp', {})).status).toBe(502);
    const http_port = await startAgent((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    await ask('POST /heartbeat', aProvider('slow', { http_port }));
    const headers = { 'X-Mesh-Timeout': '0.2' };
    const response = await fetch(`${meshUrl}/proxy/slow/mcp`, { method: 'POST', body: '{}', headers });
    expect(await response.text()).toBe('data: 1\n\n\n: mesh-proxy-timeout budget=0.2s\n\n');
  });
});

describe('the registry on the main port', () => {
  it('needs a key, and knows the same agents', async () => {
    const { ask, askMain, adminKey } = await startMeshHub();
    await ask('POST /heartbeat', aProvider('a'));
    expect(await askMain('GET /agents')).toMatchObject({ status: 401, body: { error: expect.any(String) } });
    expect((await askMain('GET /agents', undefined, adminKey)).body).toMatchObject({ count: 1 });
    expect((await askMain('HEAD /heartbeat/a', undefined, adminKey)).status).toBe(200);
    expect((await askMain('GET /health')).status).toBe(401);
  });
});
