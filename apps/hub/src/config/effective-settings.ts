import { formatPath, maskAddress, Secret, type SettingView } from '@patchbay/contracts';
import type { Config } from './schema.ts';
import type { Path, Setting } from './setting.ts';

type Given = ReadonlyMap<string, Setting>;

/** Every value in effect by its path, with where it came from. What is secret is masked. */
export function effectiveSettings(config: Config, settings: readonly Setting[]): Record<string, SettingView> {
  const given: Given = new Map(settings.map((setting) => [formatPath(setting.path), setting]));
  return Object.fromEntries(
    leavesOf(config, []).map(([path, value]) => [
      formatPath(path),
      { value: shown(path, value, given), source: sourceOf(path, given) },
    ]),
  );
}

/** What a program gave as values instead of text. */
export function settingsOf(input: object, source: string): Setting[] {
  return leavesOf(input, [])
    .filter(([, value]) => value !== undefined)
    .map(([path, value]) => ({ path, value, source }));
}

function leavesOf(value: unknown, path: Path): [Path, unknown][] {
  if (typeof value !== 'object' || value === null || value instanceof Secret) return [[path, value]];
  const isListOfValues = Array.isArray(value) && !value.some((item) => typeof item === 'object');
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  if (isListOfValues || entries.length === 0) return [[path, value]];
  return entries.flatMap(([part, inner]) => leavesOf(inner, [...path, part as string | number]));
}

function shown(path: Path, value: unknown, given: Given): unknown {
  if (value instanceof Secret) return '********';
  if (Array.isArray(value)) return value.map((item, index) => shown([...path, index], item, given));
  if (typeof value !== 'string') return value;
  const name = formatPath(path);
  return maskAddressesIn((mayHoldSecret.test(name) && given.get(name)?.masked) || value);
}

/** Tokens get there through the environment, since they must not stand in the file. */
const mayHoldSecret = /^mcp\.servers\[\d+\]\.(?:args\[\d+\]|url)$/;

/** An address may stand behind something else, such as `--url=`. */
function maskAddressesIn(text: string): string {
  return text.replace(/[a-z][a-z0-9+.-]*:\/\/.*/is, maskAddress);
}

/** The items of a list of values were given one by one; the first tells where the list stands. */
function sourceOf(path: Path, given: Given): string {
  return (given.get(formatPath(path)) ?? given.get(formatPath([...path, 0])))?.source ?? 'default';
}
