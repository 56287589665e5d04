import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Up to the end of the line; undefined when the input ends, or Ctrl-C is pressed, before it. */
async function ask(lines: Interface, question: string): Promise<string | undefined> {
  const { promise: gone, resolve } = Promise.withResolvers<undefined>();
  lines.once('close', () => resolve(undefined));
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

export function askLine(question: string): Promise<string | undefined> {
  return ask(createInterface({ input: process.stdin, output: process.stderr }), question);
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
