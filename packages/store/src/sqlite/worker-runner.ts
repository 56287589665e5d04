import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Unit, UnitOutcome } from './run-units.ts';
import type { UnitRunner } from './writer.ts';

/**
 * Runs units in a thread of their own, one batch at a time. Rejects if the database cannot be opened there. When
 * a thread dies it is unknown what became of its batch; the next batch gets a new thread.
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

  let underWay: Batch | undefined;
  const end: { cause?: Error } = {};
  const fall = (error: Error): void => {
    end.cause ??= error;
    underWay?.answer.resolve(Array.from(underWay.units, () => unknown(error)));
  };
  worker.on('message', (outcomes: readonly UnitOutcome[]) => underWay?.answer.resolve(outcomes));
  worker.on('error', fall);
  worker.on('exit', () => fall(new Error('the writer thread has ended.')));

  return {
    isAlive: () => end.cause === undefined,
    async run(units) {
      worker.postMessage(JSON.stringify(units)); // a fifth of what cloning so many small texts costs
      const answer = Promise.withResolvers<readonly UnitOutcome[]>();
      underWay = { units, answer };
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

interface Batch {
  readonly units: readonly Unit[];
  readonly answer: PromiseWithResolvers<readonly UnitOutcome[]>;
}

function unknown({ message }: Error): UnitOutcome {
  return { kind: 'unknown', reason: message };
}
