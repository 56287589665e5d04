import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

const patchbay = fileURLToPath(new URL('../../packages/cli/bin/patchbay.js', import.meta.url));
const configuration = fileURLToPath(new URL('patchbay.yaml', import.meta.url));
const everything = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);
/** Nobody's, but it looks and is kept like one. */
const token = `ghp_${'example'.repeat(5)}0`;

interface Hub {
  readonly url: string;
  readonly key: string;
  /** All that it has written to its log. */
  readonly log: () => string;
  stop(): Promise<number | null>;
}

/** `patchbay up` with the file beside this one, whose blanks the environment fills in. */
async function startHub(folder: string): Promise<Hub> {
  const variables = { NODE: process.execPath, EVERYTHING: everything, GITHUB_TOKEN: token };
  const args = ['up', '--port', '0', '--config', configuration, '--log-level', 'debug'];
  const child = spawn(process.execPath, [patchbay, ...args], {
    cwd: folder,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  for await (const chunk of child.stdout) {
    said.push(String(chunk));
    const [url] = /http:\/\/\S+:\d+/.exec(said.join('')) ?? [];
    if (url === undefined) continue;
    const key = readFileSync(join(folder, '.patchbay', 'admin.key'), 'utf8').trim();
    const stop = async () => (child.kill(), await once(child, 'exit'), child.exitCode);
    return { url, key, log: () => said.join(''), stop };
  }
  throw new Error(`the hub did not start:\n${said.join('')}`);
}

async function call({ url, key }: Hub, toolName: string, args: object = {}): Promise<string> {
  const answer = await fetch(`${url}/api/mcp/tools/execute`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ toolName, arguments: args }),
  });
  if (!answer.ok) throw new Error(`${toolName}: ${await answer.text()}`);
  return ((await answer.json()) as { text: string }).text;
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

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function check(what: string, seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Error(`${what}: expected ${String(expected)}, saw ${String(seen)}`);
  tell(`   ${what.padEnd(30)} ${String(seen).replaceAll('\n', '\n'.padEnd(35))}`);
}

async function story(folder: string): Promise<void> {
  tell('1. A hub starts with two servers. One of them is given a token.');
  const hub = await startHub(folder);
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

const folder = mkdtempSync(join(tmpdir(), 'patchbay-example-'));
try {
  await story(folder);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The hub is still there if the story broke off; `exit` ends it.
if (process.exitCode === 1) process.exit();
