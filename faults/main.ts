import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { rows } from './rows.ts';
import type { Figure, Mark } from './support/figure.ts';

// `npm run faults [-- --quick] [-- A1 A8]`: hurts a hub in every way that it should survive, and says what happened.

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const scale = values.quick ? 'quick' : 'full';
const wanted = positionals.map((id) => id.toUpperCase());
const unknown = wanted.filter((id) => !Object.hasOwn(rows, id));
if (unknown.length > 0 || process.platform !== 'linux') {
  const problem =
    unknown.length > 0 ? `There is no row ${unknown.join(', ')}.` : 'This reads /proc, so it needs Linux.';
  say(`${problem}\nUse: npm run faults -- [--quick] [${Object.keys(rows).join(' ')}]\n`);
  process.exit(2);
}

const figures: Figure[] = [];
for (const [id, row] of Object.entries(rows)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const began = performance.now();
  const figure = await row(scale);
  figures.push(figure);
  describe(figure, (performance.now() - began) / 1_000);
}
sumUp();

function describe({ id, name, did, marks }: Figure, seconds: number): void {
  say(`${id}  ${name}  (${seconds.toFixed(0)} s)\n    ${did}\n`);
  for (const mark of marks) say(`    ${wordFor(mark)} ${mark.what}: ${mark.got}\n`);
  say('\n');
}

function sumUp(): void {
  const machine = `${cpus()[0]?.model ?? 'unknown'} × ${String(cpus().length)}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`;
  say(`${scale} counts, ${machine}\n\n| row | what | figures | result |\n| --- | --- | --- | --- |\n`);
  for (const { id, name, did, marks } of figures) {
    const seen = marks.map(({ what, got }) => `${what}: ${got}`).join('; ');
    say(`| ${id} | ${name}: ${did} | ${seen} | ${hold(marks) ? 'pass' : 'FAIL'} |\n`);
  }
  const failed = figures.filter(({ marks }) => !hold(marks)).map(({ id }) => id);
  say(
    `\n${String(figures.length - failed.length)} rows pass, ${String(failed.length)} fail ${failed.join(' ')}\n`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function hold(marks: readonly Mark[]): boolean {
  return marks.every((mark) => wordFor(mark) !== 'FAILED');
}

/** A few samples say nothing about speed, so then it is only told. */
function wordFor({ holds, isTiming }: Mark): 'ok    ' | 'slow  ' | 'FAILED' {
  if (holds) return 'ok    ';
  return isTiming && scale === 'quick' ? 'slow  ' : 'FAILED';
}

function say(text: string): void {
  process.stdout.write(text);
}
