import type { MaskingPattern } from '@patchbay/contracts';
import type { Finding } from './finding.ts';
import type { Finder } from './groups.ts';
import type { Accepts, Form, OwnPattern } from './patterns/own-pattern.ts';
import { ownPatterns } from './patterns/own-patterns.ts';
import { owns, type Window } from './windows.ts';

/** As many characters around a value as a pattern may look at, and of the value itself. */
const nearby = 32;
const maxLooked = 4 * 1024;

/** Our own patterns, those that are switched on. */
export function createFindOwn(finders: ReadonlySet<Finder>) {
  const active = ownPatterns.filter(({ name }) => finders.has(name));
  const anyHint = either(active.flatMap(({ hint }) => hint ?? []));
  const unhinted = active.filter(({ hint }) => !hint);
  const named = active.flatMap(({ name: by, named: own }) => (own ? [{ by, ...own }] : []));
  const anyName = either(named.map(({ name }) => name));

  function inWindow(window: Window): readonly Finding[] {
    const isHinted = anyHint !== undefined && anyHint.test(window.text);
    if (!isHinted && unhinted.length === 0) return none;
    const likely = isHinted ? active.filter(({ hint }) => !hint || hint.test(window.text)) : unhinted;
    return likely.flatMap(({ name, forms }) => forms.flatMap((form) => findForm(name, form, window)));
  }

  /** Whether it takes more than a look to say that there is nothing in a text. */
  function isHinted(text: string): boolean {
    return unhinted.length > 0 || anyHint?.test(text) === true;
  }

  /** Whether a name may say of its value what that is; also `value`, since then another name does. */
  function isTelling(name: string): boolean {
    return name === 'value' || anyName?.test(name) === true;
  }

  /** What a value is by the name that it has in an object; undefined when the name says nothing. */
  function byName(name: string, value: string): MaskingPattern | undefined {
    if (!anyName?.test(name)) return undefined;
    const around = { isQuoted: true, before: name, after: '' };
    return named.find((one) => one.name.test(name) && one.accepts(value, around))?.by;
  }

  return { inWindow, isHinted, isTelling, byName };
}

const none: readonly Finding[] = [];

/** All at once: most texts have none of it, and then there is nothing else to do. */
function either(patterns: readonly RegExp[]): RegExp | undefined {
  return patterns.length === 0 ? undefined : new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

export function replacementOf(name: string): string {
  return `[MASKED_${name.toUpperCase()}]`;
}

function findForm(by: OwnPattern['name'], { find, accepts }: Form, window: Window): Finding[] {
  const found: Finding[] = [];
  const replacement = replacementOf(by);
  const reached = window.reached.get(find) ?? 0;
  find.lastIndex = Math.max(0, reached - window.offset);
  for (let match = find.exec(window.text); match; match = find.exec(window.text)) {
    const at = window.offset + match.index;
    if (!owns(window, at)) continue;
    const whole = find.lastIndex < window.text.length ? match : goOn(find, match, window);
    const end = at + whole[0].length;
    const start = end - secretIn(whole).length;
    if (!accepts || isAccepted(accepts, window.whole, [start, end]))
      found.push({ start, end, by, replacement });
  }
  return found;
}

/** What reaches the end of its window may go on after it. */
function goOn(find: RegExp, match: RegExpExecArray, window: Window): RegExpExecArray {
  if (window.offset + window.text.length >= window.whole.length) return match;
  const sticky = new RegExp(find.source, find.flags.replace('g', 'y'));
  sticky.lastIndex = window.offset + match.index;
  const whole = sticky.exec(window.whole) ?? match;
  window.reached.set(find, window.offset + match.index + whole[0].length);
  return whole;
}

/** The last of its groups that took part, or all of it. */
function secretIn(match: RegExpExecArray): string {
  for (let group = match.length - 1; group > 0; group -= 1) {
    const text: string | undefined = match[group];
    if (text !== undefined) return text;
  }
  return match[0];
}

function isAccepted(accepts: Accepts, text: string, [start, end]: readonly [number, number]): boolean {
  const isQuoted = text[start - 1] === '"' || text[start - 1] === "'";
  const before = text.slice(Math.max(0, start - nearby), start);
  const after = text.slice(end, end + nearby);
  return accepts(text.slice(start, Math.min(end, start + maxLooked)), {
    isQuoted,
    before,
    after,
  });
}
