import type { MaskingName } from '@patchbay/contracts';
import type { Clock } from '../clock.ts';
import { createFindForeign, overlapChars, type Effort, type ForeignPattern } from './find-foreign.ts';
import { createFindOwn } from './find-own.ts';
import type { Finding } from './finding.ts';
import { findersOf } from './groups.ts';
import type { KnownValues } from './known/known-values.ts';
import { findSecrets } from './kubernetes/find-secrets.ts';
import { secretHint } from './kubernetes/secret-data.ts';
import type { ReadYaml } from './kubernetes/text-node.ts';
import type { Steps } from './steps.ts';
import { owns, windowsOf, type Window } from './windows.ts';

export interface FindTextDeps {
  readonly names: readonly MaskingName[];
  readonly foreign: readonly ForeignPattern[];
  readonly known: () => KnownValues;
  readonly readYaml: ReadYaml;
  readonly clock: Clock;
}

/** Nothing that is shorter is a secret, unless somebody wrote a pattern for it. */
const leastChars = 4;
/** What even an empty text costs, in characters. */
const textCost = 64;

export type FindText = ReturnType<typeof createFindText>;

/** Everything that a text must not show. */
export function createFindText({ names, foreign, known, readYaml, clock }: FindTextDeps) {
  const finders = findersOf(names);
  const own = createFindOwn(finders);
  const findForeign = foreign.length > 0 ? createFindForeign(foreign, clock) : undefined;
  const hasSecrets = finders.has('kubernetes_secret');

  function* inText(text: string, effort: Effort): Steps<Finding[]> {
    const found: Finding[] = [];
    if (text.length < (findForeign ? 1 : leastChars)) return found;
    const values = known();
    for (const window of windowsOf(text, Math.max(overlapChars, values.longest))) {
      for (const one of knownInWindow(values, window)) found.push(one);
      for (const one of own.inWindow(window)) found.push(one);
      if (findForeign) found.push(...(yield* findForeign(window, effort)));
      if (effort.pace.spend(window.text.length + textCost)) yield;
    }
    if (hasSecrets) found.push(...(yield* findSecrets(text, readYaml, effort.pace)));
    return found;
  }

  /** Whether nothing of it could be found in a short text, so that nobody needs to search it. */
  function isClean(text: string): boolean {
    if (text.length < leastChars) return true;
    return !own.isHinted(text) && !(hasSecrets && secretHint.test(text)) && !hasKnown(text);
  }

  function hasKnown(text: string): boolean {
    return text.length >= leastChars && known().find(text).length > 0;
  }

  /** Only what the hub itself holds. */
  function* knownIn(text: string, { pace }: Effort): Steps<Finding[]> {
    const found: Finding[] = [];
    const values = known();
    for (const window of windowsOf(text, values.longest)) {
      found.push(...knownInWindow(values, window));
      if (pace.spend(window.text.length + textCost)) yield;
    }
    return found;
  }

  /** Whether it is in a file, which may itself be text that has it in any form. */
  function* isInFile(base64: string, { pace }: Effort): Steps<boolean> {
    const values = known();
    for (const window of windowsOf(base64.replaceAll(/\s/g, ''), 4 * values.longest)) {
      if (values.find(decoded(window)).length > 0) return true;
      if (pace.spend(2 * window.text.length + textCost)) yield;
    }
    return false;
  }

  const { byName, isTelling } = own;
  /** Patterns of the configuration may find anything. */
  const canLook = findForeign === undefined;
  return { inText, knownIn, isInFile, isClean, hasKnown, canLook, byName, isTelling, hasSecrets, known };
}

/** One character a byte. Windows begin and end with whole groups of four; what is no base64 is searched as it is. */
function decoded({ text }: Window): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return text;
  }
}

function knownInWindow(values: KnownValues, window: Window): readonly Finding[] {
  const found = values.find(window.text);
  if (found.length === 0 || window.text === window.whole) return found;
  return found
    .map((one) => ({ ...one, start: one.start + window.offset, end: one.end + window.offset }))
    .filter(({ start }) => owns(window, start));
}
