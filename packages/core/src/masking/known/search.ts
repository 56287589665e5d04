import type { Form } from './encodings.ts';

export interface Search {
  readonly longest: number;
  /** Where one of them stands in the text. */
  find(text: string): [start: number, end: number][];
  /** Where the last characters of the text begin to be the first ones of one of them; undefined if nowhere. */
  findBegun(text: string): number | undefined;
}

const gramChars = 4;
const tableSize = 1 << 16;
/** Fewer characters of a secret tell nobody anything. */
const leastBegun = 6;

interface Entry {
  readonly form: Form;
  /** How far into it the gram stands. */
  readonly at: number;
}

/**
 * Looks for all of them at once, in a time that hardly depends on how many there are: only every few characters of
 * the text are looked at, four at a time, and every form is known by all the fours that could be met there.
 */
export function createSearch(forms: readonly Form[]): Search {
  const lengths = forms.map(({ text }) => text.length);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const stride = Math.max(1, lengths.reduce((least, length) => Math.min(least, length), 20) - gramChars + 1);
  const { isMet, entries } = index(forms, stride);
  const sorted = forms.map(({ text }) => text).toSorted(byCodeUnits);

  function find(text: string): [number, number][] {
    const found: [number, number][] = [];
    const last = text.length - gramChars;
    for (let position = 0; position <= last; position += stride) {
      const gram = gramAt(text, position);
      if (isMet[gram] === 0) continue;
      for (const { form, at } of entries.get(gram) ?? []) {
        const start = position - at;
        if (start >= 0 && text.startsWith(form.text, start)) found.push(extent(form, text, start));
      }
    }
    return found;
  }

  function findBegun(text: string): number | undefined {
    for (let start = Math.max(0, text.length - longest + 1); start <= text.length - leastBegun; start += 1) {
      const end = text.slice(start);
      const next = sorted[lowerBound(sorted, end)];
      if (next?.startsWith(end)) return start;
    }
    return undefined;
  }

  return { longest, find, findBegun };
}

/** Where to look for each form: in that part of it which has the least in common with the others. */
function index(forms: readonly Form[], stride: number) {
  const isMet = new Uint8Array(tableSize);
  const entries = new Map<number, Entry[]>();
  for (const form of forms) {
    const first = quietest(form, stride, entries);
    for (let at = first; at < first + stride; at += 1) {
      const gram = gramAt(form.text, at);
      const crowd = entries.get(gram) ?? [];
      crowd.push({ form, at });
      entries.set(gram, crowd);
      isMet[gram] = 1;
    }
  }
  return { isMet, entries };
}

/** A few places are tried, the end first: keys of one kind begin alike. */
function quietest({ text }: Form, stride: number, entries: ReadonlyMap<number, readonly Entry[]>): number {
  const last = text.length - stride - gramChars + 1;
  const places = [last, Math.floor(last / 2), 0];
  const crowds = places.map((first) =>
    Array.from({ length: stride }, (_, at) => entries.get(gramAt(text, first + at))?.length ?? 0).reduce(
      (most, crowd) => Math.max(most, crowd),
    ),
  );
  return places[crowds.indexOf(Math.min(...crowds))] ?? 0;
}

function gramAt(text: string, at: number): number {
  const head = (text.charCodeAt(at) << 10) ^ (text.charCodeAt(at + 1) << 7);
  return (head ^ (text.charCodeAt(at + 2) << 3) ^ text.charCodeAt(at + 3)) & (tableSize - 1);
}

/** Of base64, also the characters that are only in part about it, and what fills it up. */
function extent({ text: form, isBase64 }: Form, text: string, start: number): [number, number] {
  const end = start + form.length;
  if (!isBase64) return [start, end];
  edge.lastIndex = end;
  edge.test(text);
  return [isBase64Character(text[start - 1]) ? start - 1 : start, edge.lastIndex];
}

const edge = /[A-Za-z0-9+/_-]?={0,2}/y;

function isBase64Character(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9+/_-]/.test(character);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first that is not less. */
function lowerBound(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
