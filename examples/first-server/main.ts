import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { createMCPClient } from '@ai-sdk/mcp';
import { createClient, type Client } from '@patchbay/client';
import { run, startHub, type StartedHub } from '../support/hub-process.ts';

// One server, registered once, called from everywhere. README.md tells the story; this file is the story.

const everything = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);
const inspector = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
);
const said = 'Echo: hello';

async function tell(step: string, work: () => Promise<unknown>): Promise<void> {
  process.stdout.write(`${step} … `);
  process.stdout.write(`${String(await work())}\n`);
}

async function register(hub: Client): Promise<string> {
  const body = { name: 'demo', command: process.execPath, args: [everything] };
  const { status, toolCount } = await hub.createServer({ body });
  assert.equal(status, 'CONNECTED');
  return `${status}, ${String(toolCount)} tools`;
}

async function callByRest(hub: Client): Promise<string> {
  const { text, isError } = await hub.executeTool({
    body: { toolName: 'demo.echo', arguments: { message: 'hello' } },
  });
  assert.deepEqual({ text, isError }, { text: said, isError: false });
  return text;
}

async function callByCli({ cli }: StartedHub): Promise<string> {
  const text = await cli('tools', 'call', 'demo.echo', 'message=hello');
  assert.equal(text, said);
  return text;
}

async function callByInspector({ url, key }: StartedHub, era: 'legacy' | 'modern'): Promise<string> {
  const target = ['--cli', `${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
  const call = ['--method', 'tools/call', '--tool-name', 'demo__echo', '--tool-arg', 'message=hello'];
  const text = await run(process.execPath, [
    inspector,
    ...target,
    '--protocol-era',
    era,
    ...call,
    '--format',
    'json',
  ]);
  assert.ok(text.includes(said), text);
  return said;
}

async function callByAiSdk({ url, key }: StartedHub): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` };
  const client = await createMCPClient({ transport: { type: 'http', url: `${url}/mcp`, headers } });
  try {
    const { demo__echo: echo } = await client.tools();
    const result = await echo?.execute(
      { message: 'hello' },
      { toolCallId: '1', messages: [], context: undefined },
    );
    assert.ok(JSON.stringify(result).includes(said), JSON.stringify(result));
    return said;
  } finally {
    await client.close();
  }
}

{
  await using hub = await startHub();
  const rest = createClient(hub);
  await tell('Register a server over REST', () => register(rest));
  await tell('Call it over REST', () => callByRest(rest));
  await tell('Call it from the command line', () => callByCli(hub));
  await tell('Call it with an MCP client of the older era', () => callByInspector(hub, 'legacy'));
  await tell('Call it with an MCP client of 2026-07-28', () => callByInspector(hub, 'modern'));
  await tell('Call it from the AI SDK', () => callByAiSdk(hub));
}
process.stdout.write('All of it worked.\n');
