import { fileURLToPath } from 'node:url';
import { ask, check, cli, startHub, tell, tellStory, type Hub } from '../story.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

const notesServer = fileURLToPath(new URL('../approve-a-write/notes-server.ts', import.meta.url));

interface Asked {
  readonly method: string;
  readonly name?: string;
  readonly arguments?: object;
}

/** One modern MCP request to the endpoint of a profile. */
async function mcp(hub: Hub, profile: string, { method, ...params }: Asked) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { name } = params;
  return ask(hub, `/mcp/${profile}`, {
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  });
}

async function namesIn(hub: Hub, profile: string): Promise<string> {
  const { body } = await mcp(hub, profile, { method: 'tools/list' });
  const { tools } = body['result'] as { tools: { name: string }[] };
  return tools.map(({ name }) => name).join(', ');
}

async function story(folder: string): Promise<void> {
  tell('1. A hub with two servers.');
  const hub = await startHub(folder);
  for (const name of ['research', 'finance'])
    await cli(hub, 'servers', 'add', name, '--yes', '--', process.execPath, notesServer, folder);

  tell('2. A profile for each team, and one that searches everything.');
  await cli(hub, 'profiles', 'add', 'research', '--server', 'research', '--naming', 'bare');
  await cli(hub, 'profiles', 'add', 'finance', '--server', 'finance', '--rename', 'finance.write_note=book');
  await cli(hub, 'profiles', 'add', 'all', '--search');
  check('research has', await namesIn(hub, 'research'), 'write_note');
  check('finance has', await namesIn(hub, 'finance'), 'book');
  check('all has', await namesIn(hub, 'all'), 'search_tools, call_tool');

  tell('3. What is not in a profile cannot be called there, by any name.');
  for (const name of ['finance.write_note', 'finance__write_note', 'book']) {
    const { body } = await mcp(hub, 'research', { method: 'tools/call', name, arguments: {} });
    check(name, 'error' in body, true);
  }

  tell('4. The doctor says why.');
  const answer = await ask(hub, '/api/doctor?subject=finance.write_note&profile=research');
  const findings = answer.body['findings'] as { level: string; says: string }[];
  const problem = findings.find(({ level }) => level === 'problem');
  check('it says', problem?.says, 'It is not in the profile: the server finance is not.');
  check('exit code', await hub.stop(), 0);
}

await tellStory(story);
