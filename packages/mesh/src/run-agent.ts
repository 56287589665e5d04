import { once } from 'node:events';
import type { Agent } from './define-agent.ts';
import { startAgent } from './start-agent.ts';
import type { StartOptions } from './start-options.ts';

/** For a program that is nothing but an agent: runs it until the program is told to end, and lets it leave in order. */
export async function runAgent<N, T>(agent: Agent<N, T>, options: StartOptions = {}): Promise<void> {
  const running = await startAgent(agent, options);
  const done = new AbortController();
  const told = ['SIGINT', 'SIGTERM'].map((signal) => once(process, signal, { signal: done.signal }));
  await Promise.race(told);
  done.abort();
  await Promise.allSettled(told);
  await running.stop();
}
