import type { MaskingName } from '@patchbay/contracts';
import { createFindOwn } from './find-own.ts';
import { replaceFindings } from './finding.ts';
import { findersOf } from './groups.ts';
import type { KnownValues } from './known/known-values.ts';
import { windowsOf } from './windows.ts';

/** For short texts of our own, such as a line of the log: known values, and our patterns of these names. */
export function createTextMask(
  known: () => KnownValues,
  names: readonly MaskingName[],
): (text: string) => string {
  const own = createFindOwn(findersOf(names));
  return (text) => {
    const found = known().find(text);
    for (const window of windowsOf(text, 0)) found.push(...own.inWindow(window));
    return found.length === 0 ? text : replaceFindings(text, found);
  };
}
