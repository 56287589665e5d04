import type { Form } from './encodings.ts';

export interface Search {
  readonly longest: number;
  /** Where one of them stands in the text. */
  find(text: string): [start: number, end: number][];
  /** Where the last characters of the text begin to be the first ones of one of them; undefined if nowhere. */
  findBegun(text: string): number | undefined;
}

const gramChars = 4;
/** More would be faster still, but each form is filed as often. */
const maxStride = 12;
/** Fewer characters of a secret tell nobody anything. */
const leastBegun = 6;

/**
 * Looks for all of them at once, in a time that hardly depends on how many there are: only every few characters of
 * the text are looked at, four at a time, and every form is filed under all the fours that could be met there.
 */
export function createSearch(forms: readonly Form[]): Search {
  const lengths = forms.map(({ text }) => text.length);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const shortest = lengths.reduce((least, length) => Math.min(least, length), maxStride + gramChars - 1);
  const stride = Math.max(1, shortest - gramChars + 1);
  const { firsts, nexts, entries, shift } = fileAll(forms, stride);
  let sorted: readonly string[] | undefined;

  function find(text: string): [number, number][] {
    const found: [number, number][] = [];
    const last = text.length - gramChars;
    for (let position = 0; position <= last; position += stride) {
      let filed = firsts[drawerOf(gramAt(text, position), shift)] ?? 0;
      for (; filed !== 0; filed = nexts[filed] ?? 0) {
        const { form, at } = entries[filed] ?? nothing;
        const start = position - at;
        if (start >= 0 && text.startsWith(form.text, start)) found.push(extent(form, text, start));
      }
    }
    return found;
  }

  function findBegun(text: string): number | undefined {
    sorted ??= forms.map((form) => form.text).toSorted(byCodeUnits);
    for (let start = Math.max(0, text.length - longest + 1); start <= text.length - leastBegun; start += 1) {
      const end = text.slice(start);
      const next = sorted[lowerBound(sorted, end)];
      if (next?.startsWith(end)) return start;
    }
    return undefined;
  }

  return { longest, find, findBegun };
}

interface Entry {
  readonly form: Form;
  /** How far into it the gram stands. */
  readonly at: number;
}

const nothing: Entry = { form: { text: '', isBase64: false }, at: 0 };

/** Entries by gram, as chains through one array: a thousand servers have a hundred thousand of them. */
function fileAll(forms: readonly Form[], stride: number) {
  const bits = Math.min(22, Math.max(12, Math.ceil(Math.log2(forms.length * stride * 8 + 1))));
  const shift = 32 - bits;
  const firsts = new Int32Array(1 << bits);
  const crowds = new Uint16Array(1 << bits);
  const nexts = [0];
  const entries = [nothing]; // 0 ends a chain
  for (const form of forms) {
    const first = quietest(form, stride, (gram) => crowds[drawerOf(gram, shift)] ?? 0);
    for (let at = first; at < first + stride; at += 1) {
      const drawer = drawerOf(gramAt(form.text, at), shift);
      nexts.push(firsts[drawer] ?? 0);
      firsts[drawer] = entries.push({ form, at }) - 1;
      crowds[drawer] = Math.min((crowds[drawer] ?? 0) + 1, 0xff_ff);
    }
  }
  return { firsts, nexts, entries, shift };
}

function drawerOf(gram: number, shift: number): number {
  return Math.imul(gram, 0x9e_37_79_b1) >>> shift;
}

/** How many places are tried for each form. */
const places = 6;

/** From where on to file it: where the others are fewest. The end comes first, since keys of one kind begin alike. */
function quietest({ text }: Form, stride: number, crowdAt: (gram: number) => number): number {
  const last = text.length - stride - gramChars + 1;
  let [best, least] = [last, Infinity];
  for (let place = places; place >= 0 && least > 0; place -= 1) {
    const first = Math.floor((last * place) / places);
    let crowd = 0;
    for (let at = first; at < first + stride; at += 1) crowd += crowdAt(gramAt(text, at));
    if (crowd < least) [best, least] = [first, crowd];
  }
  return best;
}

function gramAt(text: string, at: number): number {
  const head = (text.charCodeAt(at) << 21) ^ (text.charCodeAt(at + 1) << 14);
  return head ^ (text.charCodeAt(at + 2) << 7) ^ text.charCodeAt(at + 3);
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
