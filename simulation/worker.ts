import { parentPort, workerData } from 'node:worker_threads';
import { runSeed } from './run-seed.ts';
import type { World } from './world.ts';

interface Share {
  readonly first: number;
  readonly step: number;
  readonly last: number;
  readonly hours: number;
}

const { first, step, last, hours } = workerData as Share; // from main.ts
let world: World | undefined;
process.on('unhandledRejection', (error) => world?.journal.accuse(`Nobody caught: ${String(error)}`));
Error.stackTraceLimit = 0; // thousands are made and none is read

for (let seed = first; seed <= last; seed += step) {
  const report = await runSeed(seed, hours, (made) => (world = made));
  parentPort?.postMessage(report);
}
