import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startPostgres } from '@patchbay/testkit/postgres';
import { Client } from 'undici';
import { startHub, type Hub } from './support/children.ts';
import { freePort } from './support/free-port.ts';
import { percentile, report, type Row } from './support/report.ts';

// What does it cost a hub to hold so many agents of the mesh that beat every five seconds?

const agents = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 20);
const intervalMs = 5_000;
const tickMs = 10;

const bodyOf = (n: number): string =>
  JSON.stringify({
    agent_id: `agent-${String(n)}`,
    name: `agent-${String(n)}`,
    runtime: 'python',
    http_host: '10.0.0.1',
    http_port: 9_000 + (n % 1_000),
    tools: [
      {
        function_name: 'work',
        capability: `capability-${String(n % 500)}`,
        version: '1.0.0',
        tags: ['prod', `zone-${String(n % 3)}`],
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        dependencies: [
          { capability: `capability-${String((n + 1) % 500)}`, tags: ['prod', '+zone-1'], version: '>=1.0' },
        ],
      },
    ],
  });

interface Mesh {
  readonly hub: Hub;
  /** Each agent has a connection of its own, and keeps it. */
  readonly clients: readonly Client[];
}

function clientOf({ clients }: Mesh, n: number): Client {
  const client = clients[n];
  if (!client) throw new Error(`There is no agent ${String(n)}.`);
  return client;
}

async function beat(mesh: Mesh, n: number, took: number[]): Promise<number> {
  const began = performance.now();
  const { statusCode, body } = await clientOf(mesh, n).request({
    method: 'HEAD',
    path: `/heartbeat/agent-${String(n)}`,
    reset: false, // undici would close the connection behind a HEAD
  });
  await body.dump();
  took.push(performance.now() - began);
  return statusCode;
}

async function post(mesh: Mesh, n: number, took: number[]): Promise<void> {
  const began = performance.now();
  const { statusCode, body } = await clientOf(mesh, n).request({
    method: 'POST',
    path: '/heartbeat',
    headers: { 'content-type': 'application/json' },
    body: bodyOf(n),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`A heartbeat was answered with ${String(statusCode)}.`);
  took.push(performance.now() - began);
}

/** Every agent beats once in an interval, evenly; `answer` is asked what to do with what it heard. */
async function beatAll(mesh: Mesh, forMs: number, posts: number[]) {
  const heads: number[] = [];
  const codes = new Map<number, number>();
  const running: Promise<void>[] = [];
  const began = performance.now();
  let sent = 0;
  while (performance.now() - began < forMs) {
    const due = Math.floor(((performance.now() - began) / intervalMs) * agents);
    for (; sent < due; sent += 1) running.push(one(sent % agents));
    await sleep(tickMs);
  }
  await Promise.all(running);
  return { heads, codes, sent };

  async function one(n: number): Promise<void> {
    const code = await beat(mesh, n, heads);
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (code === 202) await post(mesh, n, posts);
  }
}

/** What the hub itself has counted. */
async function countsOf({ url, key }: Hub): Promise<(name: string) => number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const text = await answer.text();
  return (name) =>
    Number(
      new RegExp(String.raw`^${name.replaceAll(/[{}]/g, String.raw`\$&`)} (\d+)`, 'm').exec(text)?.[1] ?? 0,
    );
}

async function measure(
  name: string,
  { hub }: Mesh,
  act: () => Promise<{ heads: number[]; posts: number[] }>,
): Promise<Row> {
  const before = await countsOf(hub);
  const [cpu, written, began] = [hub.cpuUs(), hub.writtenKiB(), performance.now()];
  const { heads, posts } = await act();
  const seconds = (performance.now() - began) / 1_000;
  const [cpuUs, kib] = [hub.cpuUs() - cpu, hub.writtenKiB() - written];
  const after = await countsOf(hub);
  const counted = (what: string): number => after(what) - before(what);
  return {
    phase: name,
    'agents held': after('patchbay_mesh_agents{status="healthy"}'),
    'HEAD/s': heads.length / seconds,
    'POST/s': posts.length / seconds,
    'CPU, % of a core': cpuUs / seconds / 10_000,
    'HEAD p99, ms': percentile(heads, 0.99) || 0,
    'POST p99, ms': percentile(posts, 0.99) || 0,
    'writes/s': counted('patchbay_mesh_writes_total') / seconds,
    'rows/s': counted('patchbay_mesh_rows_written_total') / seconds,
    'disk, KiB/s': kib / seconds,
    'memory, MiB': hub.rssKiB() / 1_024,
  };
}

async function measureOn(database: string, label: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-heartbeats-'));
  const port = await freePort();
  const hub = await startHub({
    folder,
    servers: [],
    config: { database, mesh: { port, maxAgents: agents + 10 } },
  });
  const clients = Array.from({ length: agents }, () => new Client(`http://127.0.0.1:${String(port)}`));
  const mesh: Mesh = { hub, clients };
  try {
    const rows = [
      await measure(`${label}: all register`, mesh, async () => {
        const posts: number[] = [];
        const next = Array.from({ length: agents }, (_, n) => n).values();
        const worker = async (): Promise<void> => {
          for (const n of next) await post(mesh, n, posts);
        };
        await Promise.all(Array.from({ length: 32 }, worker));
        return { heads: [], posts };
      }),
      await measure(`${label}: everybody hears of it`, mesh, async () => {
        const posts: number[] = [];
        return { ...(await beatAll(mesh, intervalMs, posts)), posts };
      }),
    ];
    const quiet = await measure(`${label}: quiet`, mesh, async () => {
      const posts: number[] = [];
      return { ...(await beatAll(mesh, seconds * 1_000, posts)), posts };
    });
    return [...rows, quiet];
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await hub.stop();
    rmSync(folder, { recursive: true });
  }
}

const postgres = await startPostgres({ durable: true });
try {
  const url = await createDatabase(postgres.adminUrl, 'heartbeats');
  const rows = [...(await measureOn('sqlite', 'SQLite')), ...(await measureOn(url, 'PostgreSQL'))];
  report(`What does it cost to hold ${agents.toLocaleString('en')} agents that beat every 5 s?`, rows);
} finally {
  await postgres.stop();
}
