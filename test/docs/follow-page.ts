import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { inherited, startHubProcess, type HubProcess } from '../support/hub-process.ts';
import { blocksOf, type Block } from './page.ts';
import { matchShown, withNames, type Names } from './shown-output.ts';

const root = resolve(import.meta.dirname, '..', '..');
const addressOnPages = 'http://127.0.0.1:8080';

/** One person with a page in front of them, and as many terminals as it wants. */
interface Reader {
  readonly path: string;
  readonly hub: HubProcess;
  readonly names: Names;
  /** `KEY=…` holds for the rest of the page. */
  readonly variables: string[];
  /** What was started and has not ended. */
  waiting?: { readonly command: Command; readonly read: number };
}

/**
 * Does what a page says, in a folder with a hub: runs each block of shell, and compares what it says with the block behind
 * it. `npm start` is the hub that runs already. A comment in front of a block can say otherwise:
 * `follow: waits` (it does not end: it is left to itself once it has said what is shown), `follow: then` (what it said
 * after that), `follow: file <name>` (the block is a file), `follow: skip, <why>`; `follow: run` is a hidden block.
 */
export async function followPage(path: string): Promise<void> {
  const blocks = blocksOf(path);
  const reader: Reader = { path, hub: await startHub(blocks), names: new Map(), variables: [] };
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1];
    await follow(reader, block, next?.language === '' && next.isNext && next.note === '' ? next : undefined);
  }
}

async function startHub(blocks: readonly Block[]): Promise<HubProcess> {
  const isShown = blocks.some(({ text }) => text.includes('#sign-in='));
  const hub = await startHubProcess(isShown ? { env: { PATCHBAY_DASHBOARD: 'true' } } : {});
  // As in a clone, where `npx` finds programs without asking a registry.
  for (const name of ['node_modules', 'examples']) symlinkSync(join(root, name), join(hub.folder, name));
  return hub;
}

async function follow(reader: Reader, block: Block, shown: Block | undefined): Promise<void> {
  const { language, note, text } = block;
  if (note.startsWith('skip, ')) return;
  if (note.startsWith('file ')) writeFileSync(join(reader.hub.folder, note.slice('file '.length)), text);
  else if (note === 'then') await compareRest(reader, block);
  else if (language === 'sh') await runBlock(reader, block, shown);
}

async function runBlock(reader: Reader, block: Block, shown: Block | undefined): Promise<void> {
  const { hub } = reader;
  if (/^npm start\b(?! --)/m.test(block.text)) return void (shown && compare(reader, shown, hub.out()));
  const mayFail = shown !== undefined && /^Error: |^\d+ problems?\.$/m.test(shown.text);
  const command = startCommand(hub.folder, scriptOf(reader, block, mayFail));
  if (block.note === 'waits') return leaveWaiting(reader, command, shown ?? block);
  const code = await command.ended;
  if (code !== 0 && !mayFail)
    throw new Error(`${place(reader, block)} fails with ${String(code)}:\n${block.text}\n${command.said()}`);
  if (shown) compareWhole(reader, shown, command.said());
}

function scriptOf({ hub, names, variables }: Reader, { text }: Block, mayFail: boolean): string {
  const real = withNames(text, names)
    .replaceAll(addressOnPages, hub.url ?? '')
    .replaceAll(/\bnpx patchbay\b/g, 'patchbay');
  const script = ['exec 2>&1', ...(mayFail ? [] : ['set -e']), ...variables, real].join('\n');
  variables.push(...(real.match(/^[A-Z]+=\S+(?: \S+\))?$/gm) ?? []));
  return script;
}

async function leaveWaiting(reader: Reader, command: Command, shown: Block): Promise<void> {
  await command.hasSaid(shown.text.trimEnd().split('\n').length);
  reader.waiting = { command, read: compare(reader, shown, command.said()) };
}

async function compareRest(reader: Reader, shown: Block): Promise<void> {
  if (!reader.waiting) throw new Error(`${place(reader, shown)}: nothing waits`);
  const { command, read } = reader.waiting;
  await command.ended;
  compareWhole(reader, shown, command.said().slice(read));
}

function compareWhole(reader: Reader, shown: Block, said: string): void {
  const rest = said.slice(compare(reader, shown, said));
  if (rest.trim() !== '') throw new Error(`${place(reader, shown)}: the page does not show\n${rest}`);
}

function compare(reader: Reader, shown: Block, said: string): number {
  const text = shown.text.replaceAll(addressOnPages, reader.hub.url ?? '').trim();
  const start = said.length - said.trimStart().length;
  const length = matchShown(`${text}\n`, `${said.trim()}\n`, reader.names);
  if (length === undefined)
    throw new Error(`${place(reader, shown)}: the page shows\n\n${text}\n\nbut this was said\n\n${said}`);
  return start + length;
}

function place({ path }: Reader, { line }: Block): string {
  return `${path}:${String(line)}`;
}

interface Command {
  readonly said: () => string;
  /** Resolves when it has said as many lines, or has ended. */
  readonly hasSaid: (lines: number) => Promise<void>;
  readonly ended: Promise<number | null>;
}

function startCommand(cwd: string, text: string): Command {
  const { PATCHBAY_DASHBOARD: _, PATH = '', ...env } = inherited();
  const path = [join(root, 'node_modules', '.bin'), PATH].join(delimiter);
  const child = spawn('sh', ['-c', text], {
    cwd,
    env: { ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true, // so that all of it can be ended
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(() => child.exitCode);
  onTestFinished(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  const hasSaid = async (lines: number): Promise<void> => {
    while (said.split('\n').length <= lines && child.exitCode === null)
      await Promise.race([once(child.stdout, 'data'), ended]);
  };
  return { said: () => said, hasSaid, ended };
}
