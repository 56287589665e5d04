import type { Terminal } from './command.ts';
import type { Interview } from './interview.ts';
import { runProgram } from './program.ts';
import { createSpinner } from './spinner.ts';

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
    askLine: async (question, before) => (await import('./ask.ts')).askLine(question, before),
    askSecret: async (question) => (await import('./ask.ts')).askSecret(question),
    isInteractive: process.stdin.isTTY && process.stdout.isTTY,
    columns: (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY, // some terminals say 0
    rows: (process.stdout.isTTY && process.stdout.rows) || Number.POSITIVE_INFINITY,
    confirm: async (question) => (await import('./ask.ts')).confirm(question),
    interview: lazyInterview,
    readInput: async () => (await import('node:stream/consumers')).text(process.stdin),
    lines,
    environment: process.env,
    platform: process.platform,
    self: [process.execPath, process.argv[1] ?? ''],
    pid: process.pid,
    isProcess,
    pause: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    stopped: () => stoppable().stopped,
    stoppable,
  });
  // Nothing should be left that keeps the process; if something is, it must not keep it for long.
  setTimeout(() => process.exit(), 1_000).unref();
}

const clack = async (): Promise<Interview> => (await import('./clack-interview.ts')).clackInterview;

const lazyInterview: Interview = {
  begin: async (title) => (await clack()).begin(title),
  end: async (words) => (await clack()).end(words),
  ask: async (question, orElse, check) => (await clack()).ask(question, orElse, check),
  choose: async (question, choices) => (await clack()).choose(question, choices),
  chooseSome: async (question, choices) => (await clack()).chooseSome(question, choices),
};

async function* lines(): AsyncGenerator<string> {
  const { readLines } = await import('./stdio/read-lines.ts');
  yield* readLines(process.stdin);
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
