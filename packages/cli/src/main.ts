import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { askLine, askSecret, confirm } from './ask.ts';
import type { Terminal } from './command.ts';
import { runProgram } from './program.ts';
import { createSpinner } from './spinner.ts';
import { readLines } from './stdio/read-lines.ts';

/** The only place that touches the process. */
export async function main(): Promise<void> {
  // Whoever reads may stop reading, as `| head` does.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', leaveQuietly);
  const spinner = createSpinner(process.stderr);
  const say = (stream: NodeJS.WriteStream, said: string): void => {
    spinner.show(undefined);
    stream.write(said);
  };
  process.exitCode = await runProgram(process.argv.slice(2), {
    out: (said) => say(process.stdout, `${said}\n`),
    err: (said) => say(process.stderr, `${said}\n`),
    write: (said) => say(process.stdout, said),
    waitsFor: spinner.show,
    askLine,
    askSecret,
    isInteractive: process.stdin.isTTY && process.stdout.isTTY,
    columns: (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY, // some terminals say 0
    confirm,
    readInput: () => text(process.stdin),
    lines: () => readLines(process.stdin),
    environment: process.env,
    pid: process.pid,
    isProcess,
    pause: (ms) => sleep(ms),
    stopped: () => stoppable().stopped,
    stoppable,
  });
  // Nothing should be left that keeps the process; if something is, it must not keep it for long.
  setTimeout(() => process.exit(), 1_000).unref();
}

function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it runs, as somebody else
  }
}

/** Whoever supervises us kills after ten seconds; what is not done by then is given up in time. */
const stopWithinMs = 9_500;

/** A second signal of any kind does not wait for the first one's work to end. */
const stoppable: Terminal['stoppable'] = () => {
  const { promise: stopped, resolve } = Promise.withResolvers<string>();
  const giveUp = (): never => process.exit(1);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let timer: NodeJS.Timeout | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    for (const each of signals) process.off(each, stop).on(each, giveUp);
    timer = setTimeout(giveUp, stopWithinMs).unref();
    resolve(signal);
  };
  const release = (): void => {
    for (const each of signals) process.off(each, stop).off(each, giveUp);
    clearTimeout(timer);
  };
  for (const signal of signals) process.on(signal, stop);
  return { stopped, release };
};
