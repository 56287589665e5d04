import type { Agent } from './define-agent.ts';
import { startAgent } from './start-agent.ts';
import type { StartOptions } from './start-options.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * For a program that is nothing but an agent: runs it until the program is told to end, and lets it leave in order.
 * Told twice, it ends at once.
 */
export async function runAgent<N, T>(agent: Agent<N, T>, options: StartOptions = {}): Promise<void> {
  const told = Promise.withResolvers<void>();
  const end = (): void => {
    for (const signal of signals) process.off(signal, end);
    told.resolve();
  };
  for (const signal of signals) process.on(signal, end); // before the start, which may be when it comes
  try {
    const running = await startAgent(agent, options);
    await told.promise;
    await running.stop();
  } finally {
    end();
  }
}
