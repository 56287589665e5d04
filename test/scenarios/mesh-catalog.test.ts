import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpServer } from '../support/fixtures.ts';
import { aProvider, startMeshHub } from '../support/mesh-registry.ts';

/** An agent as the mesh has them: every request for itself, no session; what was called is remembered. */
async function startAgent() {
  const called: unknown[] = [];
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'calc', version: '1.0.0' },
    },
    'tools/list': { tools: [{ name: 'add', description: 'adds', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: '3' }] },
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method, params } = JSON.parse(text) as { id?: number; method: string; params?: object };
      if (id === undefined) return response.writeHead(202).end();
      if (method === 'tools/call') called.push(params);
      const result = results[method];
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return response.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id,
          ...(result ? { result } : { error: { code: -32_601, message: 'Method not found' } }),
        }),
      );
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { http_port: (server.address() as AddressInfo).port, called };
}

const callOf = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('an agent of the mesh', () => {
  it('is a server in the catalogue, and called and refused like any other', async () => {
    const { ask, admin } = await startMeshHub({
      mesh: { inCatalog: true },
      policies: [{ server: 'calc', tool: 'add', arguments: { x: 'bad' }, policy: 'ALWAYS_DENY' }],
    });
    const { http_port, called } = await startAgent();
    await ask('POST /heartbeat', aProvider('calc-1', { name: 'calc', http_port }));
    await expect
      .poll(async () => (await admin.listServers()).map(({ name, status, source }) => [name, status, source]))
      .toEqual([['calc', 'CONNECTED', 'mesh']]);
    const params = { name: 'calc', tool: 'add' };
    await expect.poll(() => admin.listTools()).toMatchObject({ tools: [{ name: 'calc__add' }] });
    expect(await ask('POST /proxy/calc/mcp', callOf('add', { x: 'good', _trace_id: 't' }))).toMatchObject({
      body: { result: { content: [{ text: '3' }] } },
    });
    expect(called).toMatchObject([{ name: params.tool, arguments: { x: 'good' } }]);
    expect(await ask('POST /proxy/calc/mcp', callOf('add', { x: 'bad' }))).toMatchObject({
      body: { result: { isError: true, content: [{ text: expect.stringContaining('CALL_DENIED') }] } },
    });
    expect(called).toHaveLength(1);
    const audited = await admin.listAudit({ query: { via: 'mesh' } });
    expect(JSON.stringify(audited)).toContain('mesh:plain');
  });

  it('is none without somebody saying so', async () => {
    const { ask, admin } = await startMeshHub();
    const { http_port } = await startAgent();
    await ask('POST /heartbeat', aProvider('calc-1', { name: 'calc', http_port }));
    expect(await admin.listServers()).toEqual([]);
    await admin.approveMeshName({ params: { name: 'calc' } });
    await expect.poll(async () => (await admin.listServers()).map(({ name }) => name)).toEqual(['calc']);
    await admin.releaseMeshName({ params: { name: 'calc' } });
    await expect.poll(() => admin.listServers()).toEqual([]);
  });
});

describe('a tool of the catalogue', () => {
  it('meets a dependency of the mesh if the operator says so, through the one path, as its caller', async () => {
    const { ask, admin } = await startMeshHub({
      mcp: { servers: [{ name: 'fix', transport: 'http', url: (await httpServer()).url }] },
      mesh: { provides: [{ tool: 'fix.echo', capability: 'echoing', tags: ['hub'] }] },
    });
    const needy = {
      agent_id: 'needy',
      tools: [{ function_name: 'f', capability: 'c', dependencies: [{ capability: 'echoing' }] }],
    };
    const slotOf = async () =>
      (
        (await ask('POST /heartbeat', needy)).body as {
          dependencies_resolved: { f: Record<string, string>[] };
        }
      ).dependencies_resolved.f[0] ?? {};
    await expect
      .poll(slotOf)
      .toMatchObject({ agent_id: 'patchbay', function_name: 'fix__echo', status: 'available' });
    const { key } = await admin.createKey({ body: { name: 'needy', roles: [], permissions: ['mesh'] } });
    const { endpoint = '' } = await slotOf();
    const call = async (name: string) => {
      const response = await fetch(`${endpoint}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify(callOf(name, { message: 'hello' })),
      });
      return response.json();
    };
    expect(await call('fix__echo')).toMatchObject({ result: { content: [{ text: 'hello' }] } });
    expect(await call('fix__add')).toMatchObject({ error: { message: 'Unknown tool: fix__add' } });
    const audited = JSON.stringify(await admin.listAudit({ query: { via: 'mesh' } }));
    expect(audited).toContain('needy');
  });
});
