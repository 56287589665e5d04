import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFileFaultStore, createFileJournal, quiet, readControl, writeControl } from './control.ts';
import { createFaultBox, type Faults } from './faults.ts';
import type { FixtureHandle } from './handle.ts';
import { readingOf, until, type StopReason } from './journal.ts';
import type { FixtureOptions } from './world.ts';

export interface StdioFixtureOptions extends FixtureOptions {
  readonly faults?: Faults;
  /** What the client is told to set for it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Says this on stdout, which belongs to the protocol, when it starts. */
  readonly banner?: string;
  /** Says this on stderr when it starts. */
  readonly stderr?: string;
  /** Exits with this code as soon as it has started. */
  readonly exitAtStart?: number;
  readonly ignoreEof?: boolean;
  readonly ignoreSigterm?: boolean;
  /** Starts a child that outlives it. `on-our-pipes` holds its stdout and stderr open, which keeps readers waiting. */
  readonly grandchild?: 'apart' | 'on-our-pipes';
}

/** How to start a stdio server, and what can be seen and done from outside, however often it is started. */
export interface StdioFixture extends FixtureHandle {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Every process that was started, in order. */
  readonly pids: readonly number[];
  readonly grandchildren: readonly number[];
  /** Those of both that still run. */
  readonly alive: readonly number[];
  /** What they were asked to stop by, obeyed or not. */
  readonly stops: readonly StopReason[];
}

export function stdioFixture(options: StdioFixtureOptions = {}): StdioFixture {
  const { env = {}, faults: initial = {}, ...rest } = options;
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-mcp-'));
  const journal = createFileJournal(folder);
  const faults = createFaultBox(createFileFaultStore(folder));
  faults.set(initial);
  writeControl(folder, quiet);
  const reading = readingOf(journal);
  const pidsOf = (what: 'start' | 'grandchild'): number[] =>
    journal.entries().flatMap((entry) => (entry.what === what ? [entry.pid] : []));
  const alive = (): number[] => [...pidsOf('start'), ...pidsOf('grandchild')].filter(isRunning);
  const close = async (): Promise<void> => {
    for (const pid of alive()) kill(pid);
    await until(() => alive().length === 0);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    command: process.execPath,
    args: [
      fileURLToPath(import.meta.resolve('./stdio-fixture.ts')),
      JSON.stringify({ folder, owner: process.pid, ...rest }),
    ],
    env,
    get pids() {
      return pidsOf('start');
    },
    get grandchildren() {
      return pidsOf('grandchild');
    },
    get alive() {
      return alive();
    },
    get stops() {
      return journal.entries().flatMap((entry) => (entry.what === 'stop' ? [entry.why] : []));
    },
    get requests() {
      return reading.requests();
    },
    get count() {
      return reading.count();
    },
    get cancelled() {
      return reading.cancelled();
    },
    saw: reading.saw,
    until,
    set: faults.set,
    setTools: (tools) => writeControl(folder, { ...readControl(folder), tools }),
    emitListChanged(kind) {
      const control = readControl(folder);
      const changed = { ...control.changed, [kind]: control.changed[kind] + 1 };
      writeControl(folder, { ...control, changed });
    },
    emitUpdated(uri) {
      const control = readControl(folder);
      writeControl(folder, { ...control, updated: [...control.updated, uri] });
    },
    release() {
      const control = readControl(folder);
      writeControl(folder, { ...control, released: control.released + 1 });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A process that has ended but was not yet waited for still has its number: only its state tells. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended in between
  }
}
