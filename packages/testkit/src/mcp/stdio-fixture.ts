import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@patchbay/contracts';
import { createFileFaultStore, createFileJournal, readControl } from './control.ts';
import { createFaultBox } from './faults.ts';
import { createFixture } from './fixture.ts';
import { seen } from './journal.ts';
import { answerWith, type Wire } from './misbehave.ts';
import type { StdioFixtureOptions } from './stdio.ts';
import { listKinds } from './subscriptions.ts';
import { codes, idOf, isMessage, isObject, refuse, reply } from './wire.ts';

// The program of `stdioFixture`. Its one argument is JSON: the options, and the folder it shares with the test.

type Settings = Omit<StdioFixtureOptions, 'env' | 'faults'> & {
  readonly folder: string;
  /** The process of the test. Not even what ignores every signal may outlive it. */
  readonly owner: number;
};

const settings = JSON.parse(process.argv[2] ?? '') as Settings; // written by stdio.ts
const journal = createFileJournal(settings.folder);
const faults = createFaultBox(createFileFaultStore(settings.folder));
const fixture = createFixture(settings, journal);
const session = fixture.open(say);
const { pid } = process;
let obeyed = readControl(settings.folder);

journal.note({ what: 'start', pid });
if (settings.stderr !== undefined) process.stderr.write(`${settings.stderr}\n`);
if (settings.exitAtStart !== undefined) exitWhenSaid(settings.exitAtStart);
if (settings.banner !== undefined) process.stdout.write(`${settings.banner}\n`);
if (settings.grandchild) startGrandchild(settings.grandchild);
const watch = setInterval(() => process.kill(settings.owner, 0), 1_000); // throws when it is gone, and that ends us
if (settings.ignoreEof !== true) watch.unref();
process.on('SIGTERM', () => stop('SIGTERM', settings.ignoreSigterm === true));
setInterval(obeyControl, 10).unref();

createInterface({ input: process.stdin })
  .on('line', (line) => void receive(line))
  .on('close', () => stop('eof', settings.ignoreEof === true));

function stop(why: 'eof' | 'SIGTERM', isIgnored: boolean): void {
  journal.note({ what: 'stop', pid, why });
  if (!isIgnored) exitWhenSaid(why === 'eof' ? 0 : 143);
}

/** Pipes are written to later: an exit at once would lose what was said before. */
function exitWhenSaid(code: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

function startGrandchild(kind: 'apart' | 'on-our-pipes'): void {
  const program = `setInterval(() => process.kill(${String(settings.owner)}, 0), 1_000)`;
  const pipes = kind === 'apart' ? 'ignore' : 'inherit';
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', pipes, pipes],
  });
  child.unref();
  if (child.pid !== undefined) journal.note({ what: 'grandchild', pid: child.pid });
}

/** Does what the test asked for since the last look. News waits for somebody who may hear it. */
function obeyControl(): void {
  const now = readControl(settings.folder);
  const before = obeyed;
  const isHeard = session.isReady || fixture.subscriptions > 0;
  obeyed = isHeard ? now : { ...now, changed: before.changed };
  if (now.tools) fixture.setTools(now.tools);
  if (now.released > before.released) fixture.release();
  now.updated.slice(before.updated.length).forEach(fixture.emitUpdated);
  for (const kind of listKinds)
    if (isHeard && now.changed[kind] > before.changed[kind]) fixture.emitListChanged(kind);
}

async function receive(line: string): Promise<void> {
  const message = parse(line);
  journal.note(seen(message ?? line, { pid }));
  if (!message) return say(reply(null, refuse(codes.parseError, 'Parse error')));
  obeyControl();
  const fault = faults.take(isMessage(message) ? message.method : '*');
  const run = (): Promise<JsonObject | undefined> => fixture.handle(message, { session, notify: say });
  if (idOf(message) === undefined) return void (await run());
  const { signal } = new AbortController();
  await answerWith({ fault, wire, wait: (ms) => fixture.wait(ms, signal), run });
}

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function say(message: JsonObject): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const wire: Wire = {
  answer: (texts) => void process.stdout.write(texts.map((text) => `${text}\n`).join('')),
  cut: (text) => void process.stdout.write(text.slice(0, text.length / 2), () => process.exit(1)),
  nothing: () => {},
  crash: () => process.exit(1),
  floodStderr: (megabytes) =>
    new Promise((resolve) => {
      process.stderr.write(`${'x'.repeat(1_023)}\n`.repeat(megabytes * 1_024), () => resolve());
    }),
};
