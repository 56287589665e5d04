import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import type { NetworkFixture } from '@patchbay/testkit/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAskingHub } from '../support/asking-hub.ts';
import { addressOf, eventually, httpServer } from '../support/fixtures.ts';
import { modernRequest } from '../support/mcp-request.ts';
import { aProvider, startMeshHub } from '../support/mesh-registry.ts';
import { startOtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { modelAt, runWhen, serverAt, startRunHub } from '../support/run-hub.ts';
import { startTestHub, type TestHub } from '../support/test-hub.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${clientSpan}-01`;
const parent = ({ spanId, ...own }: ReceivedSpan) => `00-${own.traceId}-${spanId}-01`;

/** One call by a modern MCP client that has a trace of its own. */
async function mcpCall({ url, adminKey }: TestHub, args: JsonObject, meta: JsonObject): Promise<unknown> {
  const { headers, message } = modernRequest('tools/call', { name: 'fx__echo', arguments: args });
  const _meta = { ...message.params._meta, ...meta };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${adminKey}` },
    body: JSON.stringify({ ...message, params: { ...message.params, _meta } }),
  });
  return response.json();
}

/** What the server was told with its last call: in `_meta`, and in headers. */
function told({ requests }: NetworkFixture) {
  const { body, headers } = requests.findLast(({ method }) => method === 'tools/call') ?? {};
  const { _meta = {} } = (body as { params: { _meta?: JsonObject } }).params;
  return { meta: _meta, headers: headers ?? {} };
}

async function hubWithServer(tracing: Parameters<typeof startTestHub>[0] = {}) {
  const upstream = await httpServer();
  const test = await startTestHub(tracing);
  await test.hub.register({ name: 'fx', ...addressOf(upstream) } as never);
  await test.hub.connect('fx');
  return { ...test, upstream };
}

describe('a traced call', () => {
  it('is one trace from the client over the hub to the server', async () => {
    const collector = await startOtlpReceiver();
    const test = await hubWithServer({ tracing: { endpoint: collector.endpoint } });
    await mcpCall(
      test,
      { message: 'tell-nobody' },
      { traceparent, tracestate: 'vendor=1', baggage: 'user=7' },
    );
    await test.hub.close();
    await eventually(() => collector.spans).toHaveLength(2);
    const [sent, served] = collector.spans as [ReceivedSpan, ReceivedSpan];
    expect([sent, served]).toMatchObject([
      { traceId, parentSpanId: served.spanId, name: 'tools/call echo', kind: 3 },
      { traceId, parentSpanId: clientSpan, name: 'tools/call echo', kind: 2 },
    ]);
    expect(served.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'echo',
      'patchbay.server': 'fx',
      'patchbay.via': 'mcp',
      'patchbay.verdict': 'allow',
      'patchbay.attempts': 1,
    });
    const { meta, headers } = told(test.upstream);
    expect(meta).toMatchObject({ traceparent: parent(sent), tracestate: 'vendor=1' });
    expect(headers).toMatchObject({ traceparent: parent(sent), tracestate: 'vendor=1' });
  });

  it('says nothing of arguments, results or keys', async () => {
    const collector = await startOtlpReceiver();
    const headers = { 'x-collector-key': 'collector-secret' };
    const test = await hubWithServer({ tracing: { endpoint: collector.endpoint, headers } });
    await mcpCall(test, { message: 'tell-nobody' }, { traceparent, baggage: 'user=tell-nobody' });
    await test.admin.executeTool({ body: { toolName: 'fx.nothing-tell-nobody' } }).catch(() => {});
    await test.hub.close();
    await eventually(() => collector.spans).toHaveLength(3);
    expect(collector.headers[0]).toMatchObject(headers);
    for (const secret of ['tell-nobody', 'collector-secret', test.adminKey])
      expect(collector.text()).not.toContain(secret);
  });

  it('tells its trace in the audit, and why it failed in the trace', async () => {
    const collector = await startOtlpReceiver();
    const { admin, hub } = await hubWithServer({ tracing: { endpoint: collector.endpoint } });
    const body = { toolName: 'fx.nothing' };
    await admin.executeTool({ body, headers: { traceparent } }).catch(() => {});
    const { rows } = await admin.listAudit({ query: { trace: traceId } });
    expect(rows).toMatchObject([{ outcome: 'TOOL_NOT_FOUND', traceId }]);
    expect(await admin.verifyAudit()).toMatchObject({ ok: true });
    await hub.close();
    await eventually(() => collector.spans).toHaveLength(1);
    expect(collector.spans).toMatchObject([
      { traceId, name: 'tools/call', isError: true, attributes: { 'error.type': 'TOOL_NOT_FOUND' } },
    ]);
  });

  it.each([
    ['nobody', [], undefined],
    ['whom the operator named', ['fx'], 'user=7'],
  ])('tells the baggage of its client to %s', async (_, baggageTo, baggage) => {
    const test = await hubWithServer({ tracing: { baggageTo } });
    await mcpCall(test, { message: 'hi' }, { traceparent, baggage: 'user=7' });
    const { meta, headers } = told(test.upstream);
    expect([meta['baggage'], headers['baggage']]).toEqual([baggage, baggage]);
  });

  it('belongs to nothing that a stranger made up', async () => {
    const test = await hubWithServer();
    for (const wrong of ['nonsense', `00-${'0'.repeat(32)}-${clientSpan}-01`, `${traceparent}\r\nx: y`])
      await mcpCall(test, { message: 'hi' }, { traceparent: wrong, tracestate: 'a=1' });
    expect(told(test.upstream).meta).not.toHaveProperty('traceparent');
    expect(told(test.upstream).meta).not.toHaveProperty('tracestate');
  });
});

describe('a hub that does not trace', () => {
  it.each([
    ['without a collector', {}],
    ['that samples nothing', { sampleRatio: 0 }],
    ['that was told not to', { disabled: true }],
  ])('%s sends nothing, and hands on what the client said', async (_, how) => {
    const collector = await startOtlpReceiver();
    const isTold = Object.keys(how).length > 0;
    const tracing = { ...(isTold && { endpoint: collector.endpoint }), ...how };
    const test = await hubWithServer({ tracing });
    await mcpCall(test, { message: 'hi' }, { traceparent });
    expect(told(test.upstream).meta).toMatchObject({ traceparent });
    const { rows } = await test.admin.listAudit({ query: { trace: traceId } });
    expect(rows).toHaveLength(1);
    await test.hub.close();
    expect(collector.text()).toBe('');
  });
});

it('calls work when nobody takes their traces, and that is told once', async () => {
  const { endpoint } = await startOtlpReceiver();
  const test = await hubWithServer({ tracing: { endpoint: `${endpoint}/nowhere` } });
  expect(await mcpCall(test, { message: 'hi' }, { traceparent })).toMatchObject({
    result: { resultType: 'complete' },
  });
  await test.hub.close();
  await eventually(() => test.log.lines.filter(({ event }) => event === 'tracing.not-sent')).toHaveLength(1);
});

const replies = [
  { when: { turn: 1 }, call: [{ tool: 'fx__counter' }] },
  { when: { turn: 2 }, say: 'It is 1.' },
];

describe('a traced run', () => {
  it('is one trace: what it was asked for by, its model, its tools', async () => {
    const collector = await startOtlpReceiver();
    const { admin, hub, upstream } = await startRunHub({
      replies,
      agent: { approval: 'ALWAYS_ALLOW' },
      config: { tracing: { endpoint: collector.endpoint } },
    });
    const { id } = await admin.startRun({ body: { input: 'Count.' }, headers: { traceparent } });
    await runWhen(admin, id, 'SUCCEEDED');
    await hub.close();
    const spans = await collector.named('submit run', 'invoke_agent helper', 'chat m', 'tools/call counter');
    expect(new Set(collector.spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    const submitted = spans['submit run'];
    const worked = spans['invoke_agent helper'];
    expect(submitted).toMatchObject({ parentSpanId: clientSpan, kind: 2 });
    expect(worked).toMatchObject({
      parentSpanId: submitted.spanId,
      attributes: { 'patchbay.run.id': id, 'gen_ai.agent.name': 'helper', 'patchbay.run.outcome': 'ended' },
    });
    expect(spans['chat m']).toMatchObject({ parentSpanId: worked.spanId, kind: 3 });
    const inTrace = collector.spans.filter(({ parentSpanId }) => parentSpanId === worked.spanId);
    expect(inTrace.map(({ name }) => name)).toEqual(['chat m', 'tools/call counter', 'chat m']);
    expect(told(upstream).meta['traceparent']).toContain(traceId);
  });

  it('that waits for somebody goes on in the same trace, in the next hub', async () => {
    const collector = await startOtlpReceiver();
    const config = {
      database: 'sqlite',
      dataDir: createTempDir(),
      tracing: { endpoint: collector.endpoint },
    };
    const first = await startRunHub({ replies, config });
    const { id } = await first.admin.startRun({ body: { input: 'Count.' } });
    const [approval = ''] = (await runWhen(first.admin, id, 'WAITING')).waitsFor;
    await first.hub.close();
    const second = await startTestHub({
      ...config,
      mcp: { servers: [serverAt('fx', first.upstream)] },
      models: [modelAt(first.provider)],
      agents: [{ name: 'helper', model: 'm' }],
    });
    await second.admin.approveCall({ params: { id: approval }, body: {} });
    await runWhen(second.admin, id, 'SUCCEEDED');
    await second.hub.close();
    const { 'approval counter': asked } = await collector.named('approval counter', 'submit run');
    await eventually(() => collector.spans.filter(({ name }) => name === 'invoke_agent helper')).toHaveLength(
      2,
    );
    expect(new Set(collector.spans.map((span) => span.traceId)).size).toBe(1);
    expect(asked.attributes).toMatchObject({
      'patchbay.approval.status': 'APPROVED',
      'patchbay.approval': approval,
    });
    const outcomes = collector.spans.flatMap(({ attributes }) => attributes['patchbay.run.outcome'] ?? []);
    expect(outcomes).toEqual(['waiting', 'ended']);
  });
});

describe('a traced approval', () => {
  it('lasts from the question to the answer, and the kept call goes on in its trace', async () => {
    const collector = await startOtlpReceiver();
    const config = {
      database: 'sqlite',
      dataDir: createTempDir(),
      tracing: { endpoint: collector.endpoint },
    };
    const before = await startAskingHub(config);
    const id = await before.want({ path: 'tell-nobody' });
    await before.hub.close();
    const { admin, hub } = await startTestHub(config);
    const { requestedAt } = await admin.getApproval({ params: { id } });
    const { decidedAt } = await admin.approveCall({ params: { id }, body: {} });
    await eventually(async () => (await admin.getApproval({ params: { id } })).outcome).toBe('ok');
    await hub.close();
    const { 'approval write': asked } = await collector.named('approval write', 'tools/call write');
    expect(asked.tookMs).toBe(Date.parse(decidedAt ?? '') - Date.parse(requestedAt));
    const sent = collector.spans.find(({ kind }) => kind === 3);
    expect(sent?.traceId).toBe(asked.traceId);
    expect(told(before.upstream).meta).toMatchObject({ traceparent: sent && parent(sent) });
    expect(collector.text()).not.toContain('tell-nobody');
  });
});

describe('a traced mesh', () => {
  it('goes on through the proxy, in the words of the W3C and of the mesh', async () => {
    const collector = await startOtlpReceiver();
    const seen: NodeJS.Dict<string | string[]>[] = [];
    const agent = createServer((request, response) => {
      seen.push(request.headers);
      request.resume().on('end', () => response.end('{}'));
    });
    await new Promise<void>((resolve) => void agent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void agent.close());
    const { port } = agent.address() as AddressInfo;
    const { ask, meshUrl, hub } = await startMeshHub({ tracing: { endpoint: collector.endpoint } });
    await ask('POST /heartbeat', aProvider('a', { http_port: port }));
    const post = (headers: Record<string, string>) =>
      fetch(`${meshUrl}/proxy/a/mcp`, { method: 'POST', body: '{}', headers });
    await post({ traceparent });
    await post({ 'x-trace-id': traceId, 'x-parent-span': clientSpan });
    await hub.close();
    await eventually(() => collector.spans).toHaveLength(2);
    expect(collector.spans).toMatchObject(
      [1, 2].map(() => ({ traceId, parentSpanId: clientSpan, name: 'mesh proxy a', kind: 3 })),
    );
    expect(seen).toMatchObject(
      collector.spans.map((span) => ({
        traceparent: parent(span),
        'x-trace-id': traceId,
        'x-parent-span': span.spanId,
      })),
    );
  });
});
