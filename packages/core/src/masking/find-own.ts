import type { MaskingPattern } from '@patchbay/contracts';
import type { Finding } from './finding.ts';
import type { Finder } from './groups.ts';
import type { Accepts, Form, OwnPattern } from './patterns/own-pattern.ts';
import { ownPatterns } from './patterns/own-patterns.ts';
import { owns, type Window } from './windows.ts';

/** As many characters around a value as a pattern may look at. */
const nearby = 16;

export type FindOwn = ReturnType<typeof createFindOwn>;

/** Our own patterns, those that are switched on. */
export function createFindOwn(finders: ReadonlySet<Finder>) {
  const active = ownPatterns.filter(({ name }) => finders.has(name));
  const hints = active.map(({ hint }) => hint.source).join('|');
  const anyHint = active.length === 0 ? /(?!)/ : new RegExp(hints, 'i');
  const named = active.flatMap(({ name: by, named: own }) => (own ? [{ by, ...own }] : []));

  function inWindow(window: Window): Finding[] {
    if (!anyHint.test(window.text)) return [];
    const hinted = active.filter(({ hint }) => hint.test(window.text));
    return hinted.flatMap(({ name, forms }) => forms.flatMap((form) => findForm(name, form, window)));
  }

  /** What a value is by the name that it has in an object; undefined when the name says nothing. */
  function byName(name: string, value: string): MaskingPattern | undefined {
    const around = { isQuoted: true, before: name, after: '' };
    return named.find((one) => one.name.test(name) && one.accepts(value, around))?.by;
  }

  return { inWindow, byName };
}

export function replacementOf(name: string): string {
  return `[MASKED_${name.toUpperCase()}]`;
}

function findForm(by: OwnPattern['name'], { find, accepts }: Form, window: Window): Finding[] {
  const found: Finding[] = [];
  find.lastIndex = 0;
  for (let match = find.exec(window.text); match; match = find.exec(window.text)) {
    const at = window.offset + match.index;
    if (!owns(window, at)) continue;
    const [start, end] = secretIn(
      find.lastIndex < window.text.length ? match : whole(find, match, window),
      at,
    );
    if (!accepts || isAccepted(accepts, window.whole, [start, end]))
      found.push({ start, end, by, replacement: replacementOf(by) });
  }
  return found;
}

/** What reaches the end of its window may go on after it. */
function whole(find: RegExp, match: RegExpExecArray, window: Window): RegExpExecArray {
  if (window.offset + window.text.length >= window.whole.length) return match;
  const sticky = new RegExp(find.source, find.flags.replace('g', 'y'));
  sticky.lastIndex = window.offset + match.index;
  return sticky.exec(window.whole) ?? match;
}

function secretIn([all, ...groups]: RegExpExecArray, at: number): readonly [number, number] {
  const end = at + all.length;
  const secret = groups.findLast((group) => group !== undefined) ?? all;
  return [end - secret.length, end];
}

function isAccepted(accepts: Accepts, text: string, [start, end]: readonly [number, number]): boolean {
  const before = text.slice(Math.max(0, start - nearby), start);
  const after = text.slice(end, end + nearby);
  return accepts(text.slice(start, end), { isQuoted: /["']$/.test(before), before, after });
}
