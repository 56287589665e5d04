import { readFileSync } from 'node:fs';

// `npm install` against a lagging mirror writes a lockfile without some platforms' packages; `npm ci` then fails
// on a machine of that platform. And a lockfile that names hosts ties everybody to one registry.

interface Entry {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));

const problems = Object.entries(packages).flatMap(([path, entry]) => {
  const needed = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });
  return [
    ...needed
      .filter((name) => !names.has(name))
      .map((name) => `${path || 'the workspace'} needs ${name}, which is not locked`),
    ...(entry.resolved && !entry.link ? [`${path} names a download address`] : []),
  ];
});

for (const problem of problems) process.stderr.write(`package-lock.json: ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
