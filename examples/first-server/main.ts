import { fileURLToPath } from 'node:url';
import { createMCPClient } from '@ai-sdk/mcp';
import { ask, check, cli, run, startHub, tell, tellStory, type Hub } from '../story.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

const everything = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);
const inspector = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
);
const wanted = 'Echo: hello';

async function callByRest(hub: Hub): Promise<unknown> {
  const body = { toolName: 'everything.echo', arguments: { message: 'hello' } };
  return (await ask(hub, '/api/mcp/tools/execute', { body })).body['text'];
}

async function callByInspector({ url, key }: Hub, era: 'legacy' | 'modern'): Promise<string> {
  const target = ['--cli', `${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
  const call = ['--method', 'tools/call', '--tool-name', 'everything__echo', '--tool-arg', 'message=hello'];
  const flags = [...target, '--protocol-era', era, ...call, '--format', 'json'];
  return textIn(JSON.parse((await run(process.execPath, [inspector, ...flags])).stdout));
}

async function callByAiSdk({ url, key }: Hub): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` };
  const client = await createMCPClient({ transport: { type: 'http', url: `${url}/mcp`, headers } });
  try {
    const tools = await client.tools();
    const options = { toolCallId: '1', messages: [], context: {} };
    return textIn(await tools['everything__echo']?.execute({ message: 'hello' }, options));
  } finally {
    await client.close();
  }
}

/** The first text of a result of MCP, wherever a client has put it. */
function textIn(result: unknown): string {
  const [, text] = /"text":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(result)) ?? [];
  return text === undefined ? JSON.stringify(result) : String(JSON.parse(text));
}

/** The process of the server, and whatever else the hub has started. */
async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform === 'win32') return [];
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const own = all.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
  return [...own, ...(await Promise.all(own.map(childrenOf))).flat()];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function story(folder: string): Promise<void> {
  tell('1. A hub starts in a folder of its own.');
  const hub = await startHub(folder);
  tell(`   ${hub.url}`);

  tell('2. It gets a server: the reference server of MCP, as a program that the hub starts.');
  await cli(hub, 'servers', 'add', 'everything', '--yes', '--', process.execPath, everything, 'stdio');
  const { status } = JSON.parse(await cli(hub, 'servers', 'show', 'everything', '--json')) as {
    status: string;
  };
  check('patchbay servers show', status, 'CONNECTED');

  tell('3. Its tool echo is called by whatever you have.');
  check('REST', await callByRest(hub), wanted);
  check('patchbay tools call', await cli(hub, 'tools', 'call', 'everything.echo', 'message=hello'), wanted);
  check('MCP inspector, legacy era', await callByInspector(hub, 'legacy'), wanted);
  check('MCP inspector, modern era', await callByInspector(hub, 'modern'), wanted);
  check('AI SDK', await callByAiSdk(hub), wanted);

  tell('4. The hub stops, and what it started stops with it.');
  const children = await childrenOf(hub.pid);
  check('programs that it ran', children.length > 0 || process.platform === 'win32', true);
  check('exit code', await hub.stop(), 0);
  check('programs that are left', children.filter(isAlive).length, 0);
}

await tellStory(story);
