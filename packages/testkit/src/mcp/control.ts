import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Faults, FaultStore } from './faults.ts';
import type { Entry, Journal } from './journal.ts';
import type { ListKind } from './subscriptions.ts';
import type { ToolEntry } from './tools.ts';

/*
 * How a test and its stdio fixture, two processes, talk besides MCP: three files in one folder.
 *   faults.json    the faults; the test sets them, and the fixture counts down their `times`
 *   control.json   written by the test only: the tools, and how often it asked for what
 *   journal.jsonl  appended to by the fixture only: one entry a line
 * The fixture reads the first two at each message, so what a test sets holds for the next message it sends; it
 * looks at the second every few milliseconds too, to send news and end waits without being asked.
 */

export interface Control {
  /** As the fixture was started with, when absent. */
  readonly tools?: readonly ToolEntry[];
  /** How often the test said `emitListChanged`, by list. */
  readonly changed: Readonly<Record<ListKind, number>>;
  readonly released: number;
  /** Resources that the test said were updated, in order. */
  readonly updated: readonly string[];
}

export const quiet: Control = { changed: { tools: 0, resources: 0, prompts: 0 }, released: 0, updated: [] };

const controlPath = (folder: string): string => join(folder, 'control.json');

export const readControl = (folder: string): Control => read(controlPath(folder)) as Control; // we wrote it

export function writeControl(folder: string, control: Control): void {
  replace(controlPath(folder), control);
}

export function createFileFaultStore(folder: string): FaultStore {
  const path = join(folder, 'faults.json');
  return { read: () => read(path) as Faults, write: (faults) => replace(path, faults) }; // we wrote it
}

export function createFileJournal(folder: string): Journal {
  const path = join(folder, 'journal.jsonl');
  return {
    note: (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`),
    entries: () =>
      readFileSync(path, { encoding: 'utf8', flag: 'a+' })
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Entry), // we wrote it
  };
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** In one step, so that the other side never reads half of it. */
function replace(path: string, value: unknown): void {
  const draft = `${path}.${String(process.pid)}`;
  writeFileSync(draft, JSON.stringify(value));
  renameSync(draft, path);
}
