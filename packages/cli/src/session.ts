import type { Terminal } from './command.ts';
import type { Connection } from './connection.ts';

/** One command line, from its words to its exit code. */
export interface Session {
  readonly terminal: Terminal;
  readonly json: boolean;
  /** What stands behind `--`. */
  readonly rest: readonly string[];
  exitCode: number;
  /** The hub that was asked, if one was. */
  connection?: Connection;
}
