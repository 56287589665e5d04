import { describe, expect, it } from 'vitest';
import { addressOf, httpServer } from '../support/fixtures.ts';
import { sdkClient } from '../support/sdk-client.ts';
import { startTestHub } from '../support/test-hub.ts';

const schema = (mark: string) => ({
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': mark }, query: { type: 'string' } },
});
const tools = [
  'echo' as const,
  { definition: { name: 'find', inputSchema: schema('Region') } },
  { definition: { name: 'broken', inputSchema: schema('two words') } },
];
const call = { name: 'one__find', arguments: { region: 'süd', query: 'x' } };

async function startWith(version: '2025-11-25' | '2026-07-28') {
  const upstream = await httpServer({ version, tools });
  const test = await startTestHub();
  await test.admin.createServer({ body: { name: 'one', ...addressOf(upstream) } });
  return { ...test, upstream };
}

describe('an argument that is repeated in a header', () => {
  it('is so on the way to a modern server, whoever calls', async () => {
    const test = await startWith('2026-07-28');
    const legacy = await sdkClient(test, 'legacy');
    await legacy.callTool(call);
    const seen = test.upstream.requests.find(({ method }) => method === 'tools/call');
    expect(seen?.headers).toMatchObject({ 'mcp-param-region': '=?base64?c8O8ZA==?=' });
    expect(seen?.headers).not.toHaveProperty('mcp-param-query');
  });

  it('comes from a modern client that read the list', async () => {
    const test = await startWith('2026-07-28');
    const client = await sdkClient(test, 'modern');
    await client.listTools();
    const { content } = await client.callTool(call);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(call.arguments) }]);
  });

  it('is no matter for a server that has no such headers', async () => {
    const test = await startWith('2025-11-25');
    await test.hub.call('one.find', call.arguments);
    const seen = test.upstream.requests.find(({ method }) => method === 'tools/call');
    expect(seen?.headers).not.toHaveProperty('mcp-param-region');
  });

  it('leaves out its tool when no header can be called so, and no other', async () => {
    const test = await startWith('2026-07-28');
    const { tools: listed } = await test.admin.listTools();
    expect(listed.map(({ name }) => name)).toEqual(['one__echo', 'one__find']);
    expect(test.log.lines).toContainEqual(
      expect.objectContaining({
        event: 'tool.left-out',
        fields: expect.objectContaining({ tool: 'broken' }),
      }),
    );
  });
});
