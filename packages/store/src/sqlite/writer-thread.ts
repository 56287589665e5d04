import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareOnce, runUnits, type Unit } from './run-units.ts';
import { configureWriter } from './pragmas.ts';

// The thread that waits for the disk, so that the event loop does not. Started by worker-runner.ts.

const { path } = workerData as { path: string };
const db = new DatabaseSync(path, { timeout: 5_000 });
configureWriter(db);
const prepare = prepareOnce(db);

parentPort?.on('message', (message: string) => {
  if (message === 'close') {
    db.close();
    parentPort?.close();
  } else {
    parentPort?.postMessage(runUnits(db, prepare, JSON.parse(message) as Unit[]));
  }
});
parentPort?.postMessage('ready');
