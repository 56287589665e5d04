import type { MaskingName } from '@patchbay/contracts';
import { createFindOwn } from './find-own.ts';
import { createFindText, type FindTextDeps } from './find-text.ts';
import { replaceFindings } from './finding.ts';
import { findersOf } from './groups.ts';
import type { KnownValues } from './known/known-values.ts';
import { createMaskText } from './mask-text.ts';
import { createPace, run } from './steps.ts';
import { windowChars, windowsOf } from './windows.ts';

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

/** With all that results are masked with, at once: for texts that are not long. Throws when it cannot be done. */
export function createWholeTextMask(deps: FindTextDeps): (text: string) => string {
  const { whole } = createMaskText(createFindText(deps), () => {});
  return (text) => run(whole(text, { pace: createPace(windowChars), foreignMs: 0 }));
}
