import type { Client } from '@patchbay/client';
import type { z } from 'zod';
import type { Interview } from './interview.ts';

/** What a command may touch. Tests hand over a small one and read what was said. */
export interface Terminal {
  /** Results go here, and nothing else does: stdout stays pipeable. */
  readonly out: (text: string) => void;
  /** Everything that is said about the work. */
  readonly err: (text: string) => void;
  /** Whether a person is at the other end. */
  readonly isInteractive: boolean;
  readonly columns: number;
  readonly rows: number;
  /** A piece of a result, without an end of the line. */
  readonly write: (text: string) => void;
  /** Says in one line, on a terminal, what is waited for; anything that is said, or nothing, takes its place. */
  readonly waitsFor: (what: string | undefined) => void;
  /**
   * Asks for a line; undefined when there is none to come: the input has ended, or Ctrl-C was pressed where nothing stood
   * yet. What was asked before can be had back with the arrow keys, and the line is added to it. Only when interactive.
   */
  readonly askLine: (question: string, before?: string[]) => Promise<string | undefined>;
  /** Asks for a line that is not shown while it is typed. Only when interactive. */
  readonly askSecret: (question: string) => Promise<string>;
  /** Asks a yes-or-no question; only when interactive. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Questions with choices, for what is set up once; only when interactive. */
  readonly interview: Interview;
  /** All of stdin. */
  readonly readInput: () => Promise<string>;
  /** What comes on stdin, line by line, until it ends. */
  readonly lines: () => AsyncIterable<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The command that starts this program, in full, for those who are to start it too. */
  readonly self: readonly string[];
  readonly pid: number;
  /** Whether a process with this id runs. */
  readonly isProcess: (pid: number) => boolean;
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Resolves with the first signal to stop. */
  readonly stopped: () => Promise<string>;
  /** The same for a piece of work after which there is more to do. */
  readonly stoppable: () => Stoppable;
}

interface Stoppable {
  /** Resolves with the first signal to stop. */
  readonly stopped: Promise<string>;
  /** The work is done: signals do again what they do without us. */
  readonly release: () => void;
}

export interface Context extends Terminal {
  /** Machine-readable output was asked for. */
  readonly json: boolean;
  /** A client for the hub; fails with the next step when there is no key. */
  readonly hub: () => Client;
}

/** `repeats`: given several times, or once with commas. `each`: given several times, taken as it is. */
export type Flag = readonly [flags: string, description: string, repeats?: 'repeats' | 'each'];

export interface Command<F extends z.ZodObject = z.ZodObject> {
  /**
   * Commander's notation: `<id>` required, `[file]` optional, `[words...]` any number; with a description each.
   * `[-- command...]` takes what stands behind `--`, and only that.
   */
  readonly args?: readonly (readonly [name: string, description: string])[];
  readonly flags?: readonly Flag[];
  readonly examples?: readonly string[];
  /** Parses arguments and flags together, by their camel-case names. */
  readonly input: F;
  /** Returns the exit code. Only main.ts may end the process. */
  run(context: Context, input: z.output<F>): Promise<number>;
}

/** Only here so that `run` infers its input. */
export function defineCommand<F extends z.ZodObject>(command: Command<F>): Command {
  return command as unknown as Command; // `run` is only ever called with what `input` parsed
}
