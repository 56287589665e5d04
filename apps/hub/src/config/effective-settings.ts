import { formatPath, Secret, type SettingView } from '@patchbay/contracts';
import type { Config } from './schema.ts';
import type { Path, Setting } from './setting.ts';

const masked = '********';

/** Every value in effect by its path, with where it came from. What is secret is masked. */
export function effectiveSettings(config: Config, given: readonly Setting[]): Record<string, SettingView> {
  const sources = new Map(given.map(({ path, source }) => [formatPath(path), source]));
  const leaves = leavesOf(config, []);
  return Object.fromEntries(
    leaves.map(([path, value]) => {
      const name = formatPath(path);
      return [name, { value: shown(value), source: sourceOf(path, sources) }];
    }),
  );
}

function leavesOf(value: unknown, path: Path): [Path, unknown][] {
  if (typeof value !== 'object' || value === null || value instanceof Secret) return [[path, value]];
  const isListOfValues = Array.isArray(value) && !value.some((item) => typeof item === 'object');
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  if (isListOfValues || entries.length === 0) return [[path, value]];
  return entries.flatMap(([part, inner]) => leavesOf(inner, [...path, part as string | number]));
}

function shown(value: unknown): unknown {
  if (value instanceof Secret) return masked;
  return typeof value === 'string' && value.includes('://') ? withoutSecrets(value) : value;
}

const secretName = /token|key|secret|password|signature|credential/i;

/** Addresses carry passwords before the host and tokens behind the path. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return masked;
  const url = new URL(address);
  const names = [...url.searchParams.keys()].filter((name) => secretName.test(name));
  if (!url.password && names.length === 0) return address;
  if (url.password) url.password = masked;
  for (const name of names) url.searchParams.set(name, masked);
  return url.href;
}

/** The items of a list of values were given one by one; the first tells where the list stands. */
function sourceOf(path: Path, sources: ReadonlyMap<string, string>): string {
  return sources.get(formatPath(path)) ?? sources.get(formatPath([...path, 0])) ?? 'default';
}
