import { parentPort } from 'node:worker_threads';
import { messageOf } from '../tools/results.ts';
import type { ThreadReply } from './isolated-tools.ts';

// The thread of an isolated tool: imports the module that it is told, runs it, and says what came of it.

type RunModule = (input: unknown) => unknown;

parentPort?.on('message', (job: { readonly module: string; readonly input: unknown }) => {
  void work(job.module, job.input).then((reply) => send(reply));
});

async function work(module: string, input: unknown): Promise<ThreadReply> {
  let run: RunModule;
  try {
    run = await load(module);
  } catch (error) {
    return { kind: 'unusable', message: messageOf(error) };
  }
  let returned: unknown;
  try {
    returned = run(input);
  } catch (error) {
    return { kind: 'threw', message: messageOf(error) };
  }
  try {
    return { kind: 'done', value: await returned };
  } catch (error) {
    return { kind: 'rejected', message: messageOf(error) };
  }
}

async function load(module: string): Promise<RunModule> {
  const loaded: unknown = await import(module);
  const run: unknown =
    typeof loaded === 'object' && loaded !== null && 'run' in loaded ? loaded.run : undefined;
  if (typeof run !== 'function') throw new Error(`${module} exports no function "run".`);
  return run as RunModule;
}

/** What cannot be sent to another thread cannot be an answer either. */
function send(reply: ThreadReply): void {
  try {
    parentPort?.postMessage(reply);
  } catch (error) {
    parentPort?.postMessage({ kind: 'threw', message: messageOf(error) });
  }
}
