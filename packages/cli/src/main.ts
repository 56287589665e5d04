import { createInterface } from 'node:readline/promises';
import type { Terminal } from './command.ts';
import { runProgram } from './program.ts';

/** The only place that touches the process. */
export async function main(): Promise<void> {
  process.exitCode = await runProgram(process.argv.slice(2), {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    isInteractive: process.stdin.isTTY && process.stdout.isTTY,
    columns: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
    confirm,
    environment: process.env,
    stopped,
  });
}

async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/** A second signal does not wait for the first one's work to end. */
const stopped: Terminal['stopped'] = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve(signal);
      });
  });
