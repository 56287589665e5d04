import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { UnitOutcome } from './run-units.ts';
import type { UnitRunner } from './writer.ts';

/** Runs units in a thread of their own, one batch at a time. Rejects if the database cannot be opened there. */
export async function startWorkerRunner(path: string): Promise<UnitRunner> {
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
    async run(units) {
      if (end.cause) throw end.cause;
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
