import { fileURLToPath } from 'node:url';
import { ask, check, startHub, tell, tellStory, type Hub } from '../story.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

const configuration = fileURLToPath(new URL('patchbay.yaml', import.meta.url));
const everything = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);
/** Nobody's, but it looks and is kept like one. */
const token = `ghp_${'example'.repeat(5)}0`;

async function call(hub: Hub, toolName: string, args: object = {}): Promise<string> {
  const { body } = await ask(hub, '/api/mcp/tools/execute', { body: { toolName, arguments: args } });
  if (typeof body['text'] === 'string') return body['text'];
  throw new Error(`${toolName}: ${JSON.stringify(body)}`);
}

/** What comes back when a tool says this. */
async function say(hub: Hub, message: string, server = 'guarded'): Promise<string> {
  return (await call(hub, `${server}.echo`, { message })).replace('Echo: ', '');
}

async function countOf({ url, key }: Hub, pattern: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${key}` } });
  const line = new RegExp(`^patchbay_masked_values_total\\{pattern="${pattern}"\\} (\\d+)$`, 'm');
  return Number(line.exec(await answer.text())?.[1] ?? 0);
}

async function story(folder: string): Promise<void> {
  tell('1. A hub starts with two servers. One of them is given a token.');
  const env = { NODE: process.execPath, EVERYTHING: everything, GITHUB_TOKEN: token };
  const hub = await startHub(folder, { env, flags: ['--config', configuration, '--log-level', 'debug'] });
  tell(`   ${hub.url}`);

  tell('2. The token is in nothing that comes back, in no form.');
  const { GITHUB_TOKEN: seen } = JSON.parse(await call(hub, 'guarded.get-env')) as Record<string, string>;
  check('the environment of the server', seen, '[MASKED_CREDENTIAL]');
  const base64 = Buffer.from(token).toString('base64');
  check('base64', await say(hub, `it is ${base64}`), 'it is [MASKED_CREDENTIAL]');
  check('hex', await say(hub, Buffer.from(token).toString('hex')), '[MASKED_CREDENTIAL]');
  check('from the other server', await say(hub, token, 'open'), '[MASKED_CREDENTIAL]');

  tell('3. What looks or is called like a secret is masked as well.');
  check('a password', await say(hub, 'password=hunter2!'), 'password=[MASKED_PASSWORD]');
  check('in JSON', await say(hub, '{"password":"hunter2!","n":1}'), '{"password":"[MASKED_PASSWORD]","n":1}');
  check('an address', await say(hub, 'ask bob@example.com'), 'ask [MASKED_EMAIL]');
  check('a pattern of our own', await say(hub, 'see ACME-4711'), 'see [TICKET]');
  check('what is no secret', await say(hub, 'the password policy'), 'the password policy');

  tell('4. A Kubernetes Secret keeps its data to itself, and a ConfigMap need not.');
  const manifests = (data: string): string =>
    `kind: Secret\nmetadata:\n  name: db\ndata:${data}\n---\nkind: ConfigMap\ndata:\n  level: debug`;
  const shown = await say(hub, manifests('\n  password: aHVudGVyMg=='));
  check('two manifests', shown, manifests(' "[MASKED_SECRET_DATA]"'));

  tell('5. The server that is set to `enabled: false` may show what it likes, but for the token.');
  check('a password', await say(hub, 'password=hunter2!', 'open'), 'password=hunter2!');

  tell('6. The hub says how often it masked what, and its log has nothing of it.');
  check('passwords', await countOf(hub, 'password'), 2);
  check('stored credentials', await countOf(hub, 'known_value'), 4);
  check('exit code', await hub.stop(), 0);
  check('tokens in the log', hub.log().includes(token), false);
}

await tellStory(story);
