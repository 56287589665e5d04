import { fail, formatPath, parseExplained, suggest, type Problem } from '@patchbay/contracts';
import type { z } from 'zod';
import { canonical } from './aliases.ts';
import { overrule } from './overrule.ts';
import { configSchema, type Config } from './schema.ts';
import { keysAt } from './schema-keys.ts';
import { startsWith, type Path, type Setting } from './setting.ts';

export interface ParsedConfig {
  readonly config: Config;
  /** What was given, with the spelling of the schema; the rest is defaults. */
  readonly given: readonly Setting[];
}

/** Later layers win: file, then environment, then flags. Throws every problem at once. */
export function parseConfig(
  layers: readonly (readonly Setting[])[],
  found: readonly Problem[] = [],
): ParsedConfig {
  const given = overrule(layers.map((layer) => layer.map(canonical)));
  const parsed = parseExplained(configSchema, nest(given));
  const issues = parsed.success
    ? []
    : firstOfEach(parsed.issues).flatMap((issue) => toProblems(issue, given));
  // A value that could not be filled in says so itself; that it does not fit then is no news.
  const known = new Set(found.map(({ path }) => path));
  const problems = [...found, ...problemsOfSpelling(given), ...issues.filter(({ path }) => !known.has(path))];
  if (!parsed.success || problems.length > 0)
    throw fail('CONFIG_INVALID', { problems: problems.sort((a, b) => placeOf(a) - placeOf(b)) });
  return { config: parsed.data, given };
}

/** One complaint about a value is enough: what is no text is not empty text as well. */
function firstOfEach(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const first = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const name = formatPath(issue.path);
    first.set(name, first.get(name) ?? issue);
  }
  return [...first.values()];
}

/** The file from top to bottom, then the rest. */
function placeOf({ path }: Problem): number {
  const [, line, column] = /:(\d+):(\d+)$/.exec(path) ?? [];
  return line === undefined ? Number.MAX_SAFE_INTEGER : Number(line) * 10_000 + Number(column);
}

function nest(settings: readonly Setting[]): unknown {
  const root = container();
  for (const { path, value } of settings) place(root, path, value);
  return root;
}

type Container = Record<string | number, unknown>;

/** Without a prototype, `__proto__` is a key like any other: one that we do not know. */
function container(): Container {
  return Object.create(null) as Container;
}

function place(root: Container, path: Path, value: unknown): void {
  let at = root;
  for (const [index, part] of path.slice(0, -1).entries()) {
    const known = at[part];
    const next =
      typeof known === 'object' && known !== null
        ? known
        : typeof path[index + 1] === 'number'
          ? []
          : container();
    at[part] = next;
    at = next as Container;
  }
  const last = path.at(-1);
  if (last !== undefined) at[last] = value;
}

/** `auto-connect` and `autoConnect` in one file: which of them was meant? */
function problemsOfSpelling(settings: readonly Setting[]): Problem[] {
  const places = new Map<string, string>();
  return settings
    .filter(({ source }) => source.includes(':'))
    .flatMap(({ path, source }) => {
      const name = formatPath(path);
      const first = places.get(name);
      places.set(name, first ?? source);
      return first === undefined ? [] : [{ path: source, message: `${name} stands at ${first} already.` }];
    });
}

function toProblems(issue: z.core.$ZodIssue, settings: readonly Setting[]): Problem[] {
  const path = issue.path as Path; // the config has no symbols
  if (issue.code !== 'unrecognized_keys')
    return [{ path: sourceOf(path, settings), message: `${formatPath(path)}: ${issue.message}` }];
  return issue.keys.map((key) => {
    const meant = suggest(key, keysAt(configSchema, path));
    const message = `There is no key ${formatPath([...path, key])}.${meant ? ` Did you mean ${meant}?` : ''}`;
    return { path: sourceOf([...path, key], settings), message };
  });
}

/** The place of the value itself, or else of something inside it, or of what it is inside of. */
function sourceOf(path: Path, settings: readonly Setting[]): string {
  const inside = settings.findLast((setting) => startsWith(setting.path, path));
  const around = settings.find((setting) => startsWith(setting.path, path.slice(0, -1)));
  return (inside ?? around)?.source ?? 'configuration';
}
