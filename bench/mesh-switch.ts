import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineAgent, startAgent, type RunningAgent } from '@patchbay/mesh';
import { Pool } from 'undici';
import { z } from 'zod';
import { startHub } from './support/children.ts';
import { freePort } from './support/free-port.ts';
import { percentile, report } from './support/report.ts';

// Does any call see a half of one provider and a half of the other while providers are switched under load?

const perSecond = Number(process.argv[2] ?? 1_000);
const seconds = Number(process.argv[3] ?? 10);
const tickMs = 5;

/** Each calls its function something else: half a switch would ask one agent for the function of the other. */
const named = (name: string) =>
  defineAgent(name).tool(`say_${name}`, { capability: 'name', run: () => name });

const asking = defineAgent('asking')
  .needs('one', { capability: 'name', output: z.string() })
  .needs('two', { capability: 'name', output: z.string() })
  .tool('ask', {
    run: async (_, { one, two }) => (await Promise.all([one({}), two({})])).join(),
  });

async function call(pool: Pool, id: number): Promise<string> {
  const { body } = await pool.request({
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'ask' } }),
  });
  const { result } = (await body.json()) as { result?: { content: { text: string }[] } };
  return result?.content[0]?.text ?? 'no result';
}

interface Cast {
  readonly registryUrl: string;
  readonly first: RunningAgent;
  readonly consumer: RunningAgent;
}

/** The one that is chosen leaves and comes back, for as long as it takes. */
async function keepSwitching({ registryUrl, first, consumer }: Cast, isOver: () => boolean): Promise<number> {
  let switches = 0;
  while (!isOver()) {
    await fetch(`${registryUrl}/agents/${first.id}`, { method: 'DELETE' });
    await consumer.beat();
    await first.beat(); // hears that it is unknown, and registers again
    await consumer.beat();
    switches += 2;
  }
  return switches;
}

async function callSteadily(pool: Pool) {
  const said = new Map<string, number>();
  const took: number[] = [];
  const running: Promise<void>[] = [];
  const began = performance.now();
  const one = async (id: number): Promise<void> => {
    const from = performance.now();
    const text = await call(pool, id);
    took.push(performance.now() - from);
    said.set(text, (said.get(text) ?? 0) + 1);
  };
  while (performance.now() - began < seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    while (running.length < due) running.push(one(running.length));
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  await Promise.all(running);
  return { said, took, elapsedMs: performance.now() - began };
}

const folder = mkdtempSync(join(tmpdir(), 'patchbay-switch-'));
const port = await freePort();
const hub = await startHub({ folder, servers: [], config: { mesh: { port } } });
const registryUrl = `http://127.0.0.1:${String(port)}`;
const options = { registryUrl, host: '127.0.0.1', port: 0 };
const agents = [await startAgent(named('a'), options), await startAgent(named('b'), options)];
const consumer = await startAgent(asking, options);
const pool = new Pool(consumer.url, { connections: 64 });
try {
  let isOver = false;
  const [first] = agents;
  if (!first) throw new Error('It was started just now.');
  const switching = keepSwitching({ registryUrl, first, consumer }, () => isOver);
  const { said, took, elapsedMs } = await callSteadily(pool);
  isOver = true;
  const whole = (said.get('a,a') ?? 0) + (said.get('b,b') ?? 0);
  const others = [...said].filter(([text]) => text !== 'a,a' && text !== 'b,b').map(([text]) => text);
  report('Does a call see two providers at once while they are switched?', [
    {
      'calls/s': took.length / (elapsedMs / 1_000),
      'of agents, /s': (2 * took.length) / (elapsedMs / 1_000), // each asks both of its needs
      calls: took.length,
      switches: await switching,
      'by a': said.get('a,a') ?? 0,
      'by b': said.get('b,b') ?? 0,
      torn: took.length - whole,
      'p50, ms': percentile(took, 0.5),
      'p99, ms': percentile(took, 0.99),
    },
  ]);
  for (const text of others) process.stdout.write(`neither: ${text}\n`);
  process.exitCode = others.length === 0 ? 0 : 1;
} finally {
  await pool.close();
  for (const agent of [consumer, ...agents]) await agent.stop();
  await hub.stop();
  rmSync(folder, { recursive: true });
}
