import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { UnitOutcome } from './run-units.ts';
import type { UnitRunner } from './writer.ts';

/**
 * Runs units in a thread of their own, one batch at a time. Rejects if the database cannot be opened there. A
 * thread that dies takes its batch with it, uncommitted; the next batch gets a new thread.
 */
export async function startWorkerRunner(path: string): Promise<UnitRunner> {
  let thread = await startThread(path);
  return {
    async run(units) {
      if (!thread.isAlive()) thread = await startThread(path);
      return thread.run(units);
    },
    close: () => thread.close(),
  };
}

interface Thread extends UnitRunner {
  readonly isAlive: () => boolean;
}

async function startThread(path: string): Promise<Thread> {
  const file = new URL(`./writer-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData: { path } });
  await once(worker, 'message'); // 'ready'; an error while opening rejects here

  let answer: PromiseWithResolvers<readonly UnitOutcome[]> | undefined;
  const end: { cause?: Error } = {};
  const fall = (error: Error): void => {
    end.cause ??= error;
    answer?.reject(end.cause);
  };
  worker.on('message', (outcomes: readonly UnitOutcome[]) => answer?.resolve(outcomes));
  worker.on('error', fall);
  worker.on('exit', () => fall(new Error('the writer thread has ended.')));

  return {
    isAlive: () => end.cause === undefined,
    async run(units) {
      answer = Promise.withResolvers();
      worker.postMessage(units);
      return answer.promise;
    },
    async close() {
      if (end.cause) return;
      const ended = once(worker, 'exit');
      worker.postMessage('close');
      await ended;
    },
  };
}
