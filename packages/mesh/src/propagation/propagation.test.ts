import { createCountingChance } from '@patchbay/testkit';
import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defineAgent } from '../define-agent.ts';
import { createTestMesh } from '../testing/index.ts';
import { parseAllowList } from './allow-list.ts';
import { joinTrace, newTrace, traceHeaders } from './trace.ts';

const chance = createCountingChance();

interface Seen {
  readonly traceId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly input: object;
}

/** Two agents in a row; what the second one sees. */
async function chain(propagateHeaders: string) {
  const mesh = await createTestMesh({ chance });
  onTestFinished(() => mesh[Symbol.asyncDispose]());
  const seen: Seen[] = [];
  const last = defineAgent('last').tool('end', {
    run: (input, _, { traceId, headers }) => void seen.push({ traceId, headers, input }),
  });
  const first = defineAgent('first')
    .needs('end', {})
    .tool('begin', { run: (_, { end }) => end({ own: 1 }) });
  await mesh.start(last, { propagateHeaders });
  const { url } = await mesh.start(first, { propagateHeaders });
  const call = async (headers: Record<string, string>, args: JsonObject = {}, meta: JsonObject = {}) => {
    await mesh.fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'begin', arguments: args, _meta: meta },
      }),
    });
    return seen.at(-1);
  };
  return { call };
}

describe('a trace', () => {
  const w3cId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${w3cId}-b7ad6b7169203331-01`;

  it.each([
    ["the mesh's own header", { 'x-trace-id': 'mesh-1' }, {}, {}, 'mesh-1'],
    ['arguments, where headers were dropped', {}, { _trace_id: 'mesh-2' }, {}, 'mesh-2'],
    ['the header of the W3C', { traceparent }, {}, {}, w3cId],
    ['_meta', {}, {}, { traceparent }, w3cId],
  ])('goes on from agent to agent, begun by %s', async (...[, headers, args, meta, traceId]) => {
    const { call } = await chain('');
    expect(await call(headers, args, meta)).toMatchObject({ traceId });
  });

  it('is begun where there is none', async () => {
    const { call } = await chain('');
    expect((await call({}))?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('leaves nothing of itself in the arguments', async () => {
    const { call } = await chain('x-tenant');
    const seen = await call({ 'x-tenant': 'a' }, { _trace_id: 't', _parent_span: 's', _mesh_headers: {} });
    expect(seen?.input).toEqual({ own: 1 });
  });

  it('names each call as the parent of what it calls, in both languages', () => {
    const trace = joinTrace([{ traceparent, tracestate: 'a=1' }], chance);
    expect(trace).toMatchObject({ traceId: w3cId, parentSpan: 'b7ad6b7169203331' });
    expect(traceHeaders(trace)).toEqual({
      'x-trace-id': w3cId,
      'x-parent-span': trace.spanId,
      traceparent: `00-${w3cId}-${trace.spanId}-01`,
      tracestate: 'a=1',
    });
    expect(traceHeaders({ ...newTrace(chance), traceId: 'mesh-1' })).not.toHaveProperty('traceparent');
  });

  it.each(['a\r\nb', 'x'.repeat(129), '', 7, { a: 1 }])('does not take %j for an id', (traceId) => {
    expect(joinTrace([{ traceId }], chance).traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `00-${w3cId}-${'0'.repeat(16)}-01`, 'nonsense'])(
    'does not take %j from the W3C',
    (wrong) => {
      expect(joinTrace([{ traceparent: wrong }], chance).parentSpan).toBeUndefined();
    },
  );
});

describe('headers', () => {
  const given = { 'x-tenant-id': 'a', authorization: 'Bearer b', 'x-other': 'c' };

  it('travel on only if the list names them', async () => {
    const { call } = await chain('Authorization, x-tenant-*');
    expect((await call(given))?.headers).toEqual({ 'x-tenant-id': 'a', authorization: 'Bearer b' });
  });

  it('stay where they are without a list', async () => {
    const { call } = await chain('');
    expect((await call(given, { _mesh_headers: given }))?.headers).toEqual({});
  });

  it('may come in the arguments, under the same list; a real one goes first', async () => {
    const { call } = await chain('x-*');
    const tunnelled = { 'X-Tenant-Id': 'tunnelled', 'x-deep': 'd', 'x-bad': 'a\r\nb', 'x-number': 7 };
    expect((await call(given, { _mesh_headers: tunnelled }))?.headers).toEqual({
      'x-tenant-id': 'a',
      'x-other': 'c',
      'x-deep': 'd',
    });
  });

  it('that describe one hop never travel', () => {
    const isAllowed = parseAllowList('host, content-*, x-a', 'a');
    expect(['host', 'content-length', 'content-type', 'x-a'].map(isAllowed)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it.each(['*', 'x-a, *', 'a b', 'x-*-y'])('cannot be listed as %j', (text) => {
    expect(() => parseAllowList(text, 'a')).toThrow('MCP_MESH_PROPAGATE_HEADERS');
  });
});
