import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { get, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { legacyCall, modernList } from './support/asks.ts';
import { startHub, startProcess, type Child, type Hub } from './support/children.ts';
import { Targets, toMcp, toServer } from './support/compare.ts';
import { runLoad, type Ask } from './support/load.ts';
import { report, type Row } from './support/report.ts';

// What does somebody cost who is only there: a client that asked once, a session, a server that is connected?

const serverCount = 1_000;
const clientCount = 2_000;
const atOnce = 50;
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
const targets = new Targets();

function newFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

/** What is left of them in the memory of the hub. The first of them only warm it up, so that its heap has grown. */
async function kibOfEach(hub: Hub, come: () => Promise<unknown>): Promise<number> {
  await comeTogether(come);
  const before = hub.rssKiB();
  await comeTogether(come);
  return (hub.rssKiB() - before) / clientCount;
}

async function comeTogether(come: () => Promise<unknown>): Promise<void> {
  let left = clientCount;
  const some = async (): Promise<void> => {
    while ((left -= 1) >= 0) await come();
  };
  await Promise.all(Array.from({ length: atOnce }, some));
}

async function clients(upstream: Child): Promise<void> {
  const hub = await startHub({ folder: newFolder('clients'), servers: [toServer('bench', upstream)] });
  const to = toMcp(hub);
  await runLoad(modernList(to), 64, 3); // as a hub that has worked
  const { url, headers, body } = modernList(to)(1);
  const modern = await kibOfEach(hub, async () =>
    (await fetch(url, { method: 'POST', headers, body })).text(),
  );
  const opened: ClientRequest[] = [];
  const legacy = await kibOfEach(hub, async () => {
    const session = (await legacyCall(to, 'bench__echo'))(1);
    opened.push(await listen(session));
  });
  for (const stream of opened) stream.destroy();
  await hub.stop();
  report(`${String(clientCount)} clients that asked once and say no more`, [
    { client: 'modern', 'RSS KiB each': modern },
    { client: 'legacy: a session and its open stream', 'RSS KiB each': legacy },
  ]);
  targets.atMost('memory of an idle modern client, KiB RSS', 1, modern);
  targets.atMost('memory of an idle legacy session, KiB RSS', 40, legacy);
}

/** As most clients of those revisions do as soon as they have a session: wait for what the server has to say. */
function listen({ url, headers }: Ask): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { ...headers, accept: 'text/event-stream' }, agent: false });
    request.once('response', (response) => {
      response.once('error', () => {}); // it ends when we are done
      if (response.statusCode === 200) resolve(request);
      else reject(new Error(`no stream: HTTP ${String(response.statusCode)}`));
    });
    request.once('error', reject);
  });
}

/** A hub that was stopped and is started again has many servers to connect at once. */
async function servers(upstream: Child): Promise<void> {
  const all = Array.from({ length: serverCount }, (_, at) => toServer(`s${String(at)}`, upstream, at));
  const none = await startHub({ folder: newFolder('none'), servers: [] });
  const emptyKiB = none.rssKiB();
  await none.stop();
  const rows: Row[] = [];
  const home = newFolder('servers');
  for (const start of ['first start', 'second start', 'third start']) {
    const hub = await startHub({ folder: home, servers: all });
    const each = (hub.rssKiB() - emptyKiB) / serverCount;
    rows.push({ start, 'connected after ms': hub.connectedMs, 'RSS KiB a server': each });
    await hub.stop();
  }
  process.stdout.write('\n');
  report(`${String(serverCount)} HTTP servers with 5 tools each`, rows);
  const worst = (name: string): number => Math.max(...rows.slice(1).map((row) => Number(row[name])));
  targets.atMost('1,000 HTTP servers connected after a start, ms', 2_000, worst('connected after ms'));
  targets.atMost('memory of an HTTP server, KiB RSS', 120, worst('RSS KiB a server'));
}

try {
  const upstream = await startProcess('http-upstream', '5');
  await clients(upstream);
  await servers(upstream);
  await upstream.stop();
  process.stdout.write('\n');
  report('Targets', targets.rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
