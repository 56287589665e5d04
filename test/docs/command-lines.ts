import { readFileSync } from 'node:fs';
import { routes, type Route } from '@patchbay/contracts';
import { commands } from '../../packages/cli/src/commands.ts';
import type { Command } from '../../packages/cli/src/command.ts';

/** What is wrong with the commands of a block of shell, without running it. */
export async function problemsOfShell(text: string): Promise<string[]> {
  const found = commandsIn(text).map(async (words) => {
    const [program, ...rest] = words[0] === 'npx' ? words.slice(1) : words;
    if (program === 'patchbay') return problemsOfPatchbay(rest);
    if (program === 'npm') return problemsOfNpm(rest);
    return program === 'curl' ? problemsOfCurl(rest) : [];
  });
  return (await Promise.all(found)).flat();
}

const word = /'[^']*'|"(?:\\.|[^"])*"|\$\([^)]*\)|[^\s'"$]+|\$/y;

/** The commands of a script as words, without variables in front, comments, here-documents and redirections. */
function commandsIn(text: string): string[][] {
  const lines = text
    .replaceAll(/<<'?(\w+)'?\n[\s\S]*?^\1$/gm, '')
    .replaceAll('\\\n', ' ')
    .replaceAll(/(^|\s)#.*$/gm, '')
    .split(/\n|&&|\|/);
  return lines.map((line) => {
    const words = splitWords(line.replace(/\s(?:>|<)\s.*$/, ''));
    const isPrefix = (part: string) => /^(?:[A-Z_]+=.*|sudo|export)$/s.test(part);
    return words.slice(words.findIndex((part) => !isPrefix(part)));
  });
}

function splitWords(line: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < line.length; at++) {
    let whole = '';
    for (word.lastIndex = at; ; at = word.lastIndex) {
      const piece = word.exec(line)?.[0];
      if (piece === undefined) break;
      whole += /^["']/.test(piece) ? piece.slice(1, -1) : piece;
    }
    if (whole !== '') words.push(whole);
  }
  return words;
}

async function problemsOfPatchbay(words: readonly string[]): Promise<string[]> {
  const name = [2, 1].map((length) => words.slice(0, length).join(' ')).find(isCommand);
  if (name === undefined)
    return words.length === 0 || words[0]?.startsWith('-') ? [] : [`no command: ${words.join(' ')}`];
  const command = await commands.find((row) => row.name === name)?.load();
  const used = command && readUse(command, words.slice(name.split(' ').length));
  return used?.map((problem) => `${name} ${problem}`) ?? [];
}

function isCommand(name: string): boolean {
  return commands.some((row) => row.name === name);
}

function readUse({ args = [], flags = [] }: Command, words: readonly string[]): string[] {
  const known = knownFlags(flags);
  const end = words.indexOf('--');
  const own = words.slice(0, end === -1 ? undefined : end);
  const isValue = (at: number) => known.get(own[at - 1] ?? '') === true;
  const isFlag = (part: string) => /^-./.test(part);
  const places = own.filter((part, at) => !isFlag(part) && !isValue(at)).length;
  const unknown = own.filter(
    (part, at) => isFlag(part) && !isValue(at) && !known.has(part.split('=')[0] ?? ''),
  );
  const problems = unknown.map((flag) => `has no flag ${flag}`);
  return takes(args, places) ? problems : [...problems, `does not take ${String(places)} arguments`];
}

/** Each with whether a value follows. */
function knownFlags(flags: NonNullable<Command['flags']>): Map<string, boolean> {
  const all = flags.flatMap(([written]) =>
    (written.match(/(?<!\S)--?[\w-]+/g) ?? []).map((flag) => [flag, /[<[]/.test(written)] as const),
  );
  return new Map([...all, ['--json', false], ['--help', false]]);
}

function takes(args: NonNullable<Command['args']>, places: number): boolean {
  const own = args.map(([name]) => name).filter((name) => !name.startsWith('[--'));
  const most = own.some((name) => name.includes('...')) ? Infinity : own.length;
  return places >= own.filter((name) => name.startsWith('<')).length && places <= most;
}

async function problemsOfNpm([verb = '', ...words]: readonly string[]): Promise<string[]> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const script = verb === 'run' ? (words[0] ?? '') : verb;
  if (!(script in scripts)) return [`package.json has no script ${script}`];
  return script === 'start' && words[0] === '--' ? problemsOfPatchbay(['up', ...words.slice(1)]) : [];
}

function problemsOfCurl(words: readonly string[]): string[] {
  const url = words.find((part) => part.startsWith('http://127.0.0.1:8080'));
  if (url === undefined) return [`curl asks no hub: ${words.join(' ')}`];
  const at = words.indexOf('-X');
  const method = at === -1 ? (words.includes('-d') ? 'POST' : 'GET') : (words[at + 1] ?? '');
  return problemsOfRoute(method, new URL(url).pathname);
}

/** A path may have `{names}` where ours have them, or something in their place. */
export function problemsOfRoute(method: string, path: string): string[] {
  const pattern = ({ path: own }: Route): RegExp =>
    new RegExp(`^${own.replaceAll('.', String.raw`\.`).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
  const isThere = Object.values<Route>(routes).some(
    (own) => own.method === method && pattern(own).test(path),
  );
  return isThere ? [] : [`no route: ${method} ${path}`];
}
