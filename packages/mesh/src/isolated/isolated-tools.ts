import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What came of a run: it threw at once, failed later, or there was nothing to run. */
export type ThreadReply =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: IsolatedFailure['kind']; readonly message: string };

export class IsolatedFailure extends Error {
  readonly kind: 'threw' | 'rejected' | 'unusable';

  constructor(kind: IsolatedFailure['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

interface Job {
  readonly module: URL;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly answer: PromiseWithResolvers<unknown>;
}

/**
 * Runs modules in threads of their own, so that heartbeats and probes never wait for what computes. A call that is
 * cancelled, or whose time is up, takes its thread with it: nothing else stops a loop.
 */
export class IsolatedTools {
  readonly #maxThreads: number;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #waiting: Job[] = [];

  constructor(maxThreads = Math.max(1, availableParallelism() - 1)) {
    this.#maxThreads = maxThreads;
  }

  run(module: URL, input: unknown, signal: AbortSignal): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    if (signal.aborted) answer.reject(reasonOf(signal));
    else this.#waiting.push({ module, input, signal, answer });
    this.#startNext();
    return answer.promise;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()));
  }

  #startNext(): void {
    if (this.#idle.length === 0 && this.#busy.size >= this.#maxThreads) return;
    const job = this.#waiting.shift();
    if (!job) return;
    if (job.signal.aborted) {
      job.answer.reject(reasonOf(job.signal));
      return this.#startNext();
    }
    const worker = this.#idle.pop() ?? this.#startThread();
    this.#busy.add(worker);
    this.#give(worker, job);
  }

  #give(worker: Worker, { module, input, signal, answer }: Job): void {
    const release = (isAlive: boolean): void => {
      worker.off('message', hear).off('error', fall).off('exit', end);
      signal.removeEventListener('abort', cancel);
      this.#busy.delete(worker);
      if (isAlive) this.#rest(worker);
      this.#startNext();
    };
    const fall = (error: Error): void => {
      answer.reject(error);
      release(false);
    };
    const end = (): void => fall(new Error('the thread of the tool has ended.'));
    const cancel = (): void => {
      fall(reasonOf(signal));
      void worker.terminate();
    };
    const hear = (reply: ThreadReply): void => {
      if (reply.kind === 'done') answer.resolve(reply.value);
      else answer.reject(new IsolatedFailure(reply.kind, reply.message));
      release(true);
    };
    worker.on('message', hear).on('error', fall).on('exit', end);
    signal.addEventListener('abort', cancel);
    worker.ref();
    worker.postMessage({ module: module.href, input });
  }

  #startThread(): Worker {
    const worker = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url));
    worker.on('error', () => {}); // what a module leaves behind must not end the agent
    worker.on('exit', () => {
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return worker;
  }

  /** A thread without work keeps no program from ending. */
  #rest(worker: Worker): void {
    worker.unref();
    this.#idle.push(worker);
  }
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('The call was cancelled.');
}
