import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { reasonOf } from '@patchbay/contracts';
import { LineSplitter } from './line-splitter.ts';
import { signalGroup } from './process-group.ts';
import type { Reaper } from './reaper.ts';
import { StderrLines } from './stderr-lines.ts';
import { StderrTail } from './stderr-tail.ts';

const maxLineBytes = 64 * 1024 * 1024;
/** A server that reads nothing must not make us keep everything. */
const maxWaitingBytes = 64 * 1024 * 1024;
const stepMs = 1_000;
const lastStepMs = 900; // so that a whole stop stays below three seconds
const drainMs = 500;

export interface ChildSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  /** Takes out what must not be repeated from what it says. */
  readonly mask: (text: string) => string;
  /** Hears what it says, line by line. */
  readonly onWords: (line: string) => void;
  readonly reaper: Reaper;
}

export interface ChildEvents {
  onLine(line: string): void;
  /** Once: it is gone, or as good as gone. What it wrote before has been read. */
  onEnd(reason: string, brokeProtocol: boolean): void;
}

/** A server's process, leader of its own group. Whatever it starts ends with it. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #pid: number;
  readonly #reaper: Reaper;
  readonly #events: ChildEvents;
  readonly #stderr: StderrTail;
  readonly #words: StderrLines;
  readonly #exited = Promise.withResolvers<void>();
  #isOver = false;
  #hasExited = false;
  #stopping: Promise<void> | undefined;

  /** Rejects with a plain Error that says why it cannot be started. */
  static async start(spec: ChildSpec, events: ChildEvents): Promise<Child> {
    try {
      const process = spawnLeader(spec);
      await once(process, 'spawn');
      return new Child(process, spec, events);
    } catch (error) {
      throw new Error(explainSpawn(error, spec)); // without its cause, where Node repeats the values
    }
  }

  private constructor(process: ChildProcessWithoutNullStreams, spec: ChildSpec, events: ChildEvents) {
    this.#process = process;
    this.#pid = process.pid ?? 0; // there is one once it has spawned
    this.#reaper = spec.reaper;
    this.#events = events;
    this.#stderr = new StderrTail(spec.mask);
    this.#words = new StderrLines({ mask: spec.mask, tell: spec.onWords });
    this.#reaper.watch(this.#pid);
    this.#listen();
  }

  get pid(): number {
    return this.#pid;
  }

  /** The last lines that it wrote for people. */
  get lastWords(): string {
    return this.#stderr.toString();
  }

  /** `failed` hears why a line did not get out whole, so that it cannot have been read as one. */
  write(line: string, failed: (reason: string) => void): void {
    const { stdin } = this.#process;
    if (this.#hasExited || !stdin.writable) return failed('its process has ended');
    if (stdin.writableLength > maxWaitingBytes) return failed('its process does not read what it is sent');
    stdin.write(`${line}\n`, (error) => {
      if (error) failed('its process has ended');
    });
  }

  /** Asks, then insists, then forces; three seconds at most. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  kill(): void {
    if (!this.#hasExited) signalGroup(this.#pid, 'SIGKILL');
  }

  async #stop(): Promise<void> {
    this.#process.stdin.end();
    if (await this.#exitsWithin(stepMs)) return;
    signalGroup(this.#pid, 'SIGTERM');
    if (await this.#exitsWithin(stepMs)) return;
    signalGroup(this.#pid, 'SIGKILL');
    await this.#exitsWithin(lastStepMs);
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    await Promise.race([this.#exited.promise, late.promise]);
    clearTimeout(timer);
    return this.#hasExited;
  }

  #listen(): void {
    const { stdin, stdout, stderr } = this.#process;
    const lines = new LineSplitter(maxLineBytes, (line) => this.#events.onLine(line));
    stdout.on('data', (chunk: Buffer) => {
      if (!this.#isOver && !lines.push(chunk)) this.#overflow();
    });
    stderr.on('data', (chunk: Buffer) => {
      this.#stderr.push(chunk);
      this.#words.push(chunk);
    });
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {}); // its end is told by the process
    stdout.on('end', () => this.#endSoon('it closed its output'));
    this.#process.on('error', () => {});
    this.#process.on('exit', (code, signal) => this.#exit(code, signal));
  }

  /** Others of its group may hold its output open, so nobody waits for that for long. */
  #exit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#hasExited = true;
    signalGroup(this.#pid, 'SIGKILL');
    this.#reaper.forget(this.#pid);
    this.#exited.resolve();
    const reason =
      signal === null ? `its process exited with code ${String(code)}` : `its process was ended by ${signal}`;
    this.#process.on('close', () => this.#end(reason));
    this.#endSoon(reason);
  }

  #endSoon(reason: string): void {
    setTimeout(() => this.#end(reason), drainMs).unref();
  }

  #overflow(): void {
    this.kill();
    this.#end(`it sent a line of more than ${String(maxLineBytes >> 20)} MiB`, true);
  }

  #end(reason: string, brokeProtocol = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#words.end();
    this.#events.onEnd(reason, brokeProtocol);
  }
}

function spawnLeader({ command, args, cwd, env }: ChildSpec): ChildProcessWithoutNullStreams {
  return spawn(command, args, {
    cwd: cwd ?? undefined,
    env,
    stdio: 'pipe',
    detached: process.platform !== 'win32', // there it would open a window
    windowsHide: true,
  });
}

function explainSpawn(error: unknown, { command, cwd }: ChildSpec): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (cwd !== null && !existsSync(cwd)) return `working directory not found: ${cwd}`;
  if (code === 'ENOENT') return `command not found: ${command}`;
  if (code === 'EACCES') return `command not allowed to run: ${command}`;
  if (code === 'ERR_INVALID_ARG_VALUE') return 'its command line or environment has a null byte';
  return `command cannot be started: ${command}: ${reasonOf(error)}`;
}
