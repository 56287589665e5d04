import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Up to the end of the line; undefined when the input ends, or Ctrl-C is pressed, before it. */
async function ask(lines: Interface, question: string): Promise<string | undefined> {
  const { promise: gone, resolve } = Promise.withResolvers<undefined>();
  lines.once('close', () => resolve(undefined));
  lines.on('SIGINT', () => (lines.line === '' ? lines.close() : clear(lines)));
  try {
    const line = await Promise.race([gone, lines.question(question)]);
    if (line === undefined) process.stderr.write('\n');
    return line;
  } catch {
    process.stderr.write('\n');
    return undefined;
  } finally {
    lines.close();
  }
}

/** As the keys would: to the end of the line, and all before it away. */
function clear(lines: Interface): void {
  lines.write(null, { ctrl: true, name: 'e' });
  lines.write(null, { ctrl: true, name: 'u' });
}

const maxRemembered = 500;

export async function askLine(question: string, before: string[] = []): Promise<string | undefined> {
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    history: [...before],
    historySize: maxRemembered,
  });
  const line = await ask(lines, question);
  const isNew = line !== undefined && line.trim() !== '' && line !== before[0];
  if (isNew) before.unshift(line);
  before.splice(maxRemembered);
  return line;
}

export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal: true });
  const line = await ask(lines, '');
  if (line !== undefined) process.stderr.write('\n');
  return (line ?? '').trim();
}

/** Ctrl-C is no yes. */
export async function confirm(question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(((await askLine(`${question} [y/N] `)) ?? '').trim());
}
