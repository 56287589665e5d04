import { formatPath } from '@patchbay/contracts';
import type { Setting } from './setting.ts';

/** Two keys that say the same thing in two ways. */
const pairs = [
  ['encryption.masterPassword', 'encryption.masterPasswordFile'],
  ['encryption.previousMasterPassword', 'encryption.previousMasterPasswordFile'],
] as const;

const other = new Map<string, string>(
  pairs.flatMap(([one, two]): [string, string][] => [
    [one, two],
    [two, one],
  ]),
);

/** Later layers win, also over the other key of a pair: a password in the environment over a file in the file. */
export function overrule(layers: readonly (readonly Setting[])[]): Setting[] {
  return layers.flatMap((layer, index) => {
    const later = new Set(layers.slice(index + 1).flatMap((own) => own.map(({ path }) => formatPath(path))));
    return layer.filter(({ path }) => !later.has(other.get(formatPath(path)) ?? ''));
  });
}
