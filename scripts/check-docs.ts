import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { referencePages } from './docs/reference.ts';

// What a machine can hold about the documents: the made ones are fresh, the short ones short, no link leads nowhere.

const longest: Readonly<Record<string, number>> = { 'README.md': 150, 'ARCHITECTURE.md': 200 };

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
});
const pages = files.split('\n').filter((path) => path && existsSync(path));

const problems = [
  ...(await staleProblems()),
  ...pages.flatMap((path) => [...lengthProblems(path), ...linkProblems(path)]),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function staleProblems(): Promise<string[]> {
  const wanted = Object.entries(await referencePages());
  return wanted
    .map(([name, text]) => ({ path: join('docs', 'reference', name), text }))
    .filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(({ path }) => `${path}: is not what the code says; run npm run docs`);
}

function lengthProblems(path: string): string[] {
  const limit = longest[path];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').length;
  return limit !== undefined && lines > limit
    ? [`${path}: has ${String(lines)} lines, at most ${String(limit)} are allowed`]
    : [];
}

function linkProblems(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/```.*?```/gs, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !isGood(target, path))
    .map((target) => `${path}: the link ${target} leads nowhere`);
}

function isGood(target: string, path: string): boolean {
  if (/^(?:https?:|mailto:)/.test(target)) return true;
  const [file = '', anchor] = target.split('#');
  const found = file === '' ? path : normalize(join(dirname(path), file));
  if (found.startsWith('..') || !existsSync(found)) return false;
  return anchor === undefined || headingsOf(found).includes(anchor);
}

function headingsOf(path: string): string[] {
  const titles = readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...titles].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
