/** A part of a text that is searched in one go, with enough around it to see what begins or ends at its edges. */
export interface Window {
  readonly whole: string;
  /** Its own part of the whole: what begins here is found here and nowhere else. */
  readonly from: number;
  readonly to: number;
  /** What is searched, and where it begins in the whole. */
  readonly text: string;
  readonly offset: number;
  /** How far matches of earlier windows went on, by pattern: what they cover need not be searched again. */
  readonly reached: Map<RegExp, number>;
}

/** Small enough that even the slowest search of it is over before anybody notices. */
export const windowChars = 32 * 1024;
/** For what a pattern wants to see before a match. */
const backChars = 128;

/** The whole text when it is short. `overlap` is how long a match may be that ends after its window. */
export function windowsOf(whole: string, overlap: number, size = windowChars): Iterable<Window> {
  if (whole.length > size + overlap) return slide(whole, overlap, size);
  return [{ whole, from: 0, to: whole.length, text: whole, offset: 0, reached: new Map() }];
}

function* slide(whole: string, overlap: number, size: number): Generator<Window, void, undefined> {
  const reached = new Map<RegExp, number>();
  for (let from = 0; from < whole.length; from += size) {
    const to = Math.min(from + size, whole.length);
    const offset = Math.max(0, from - backChars);
    yield { whole, from, to, text: whole.slice(offset, to + overlap), offset, reached };
  }
}

export function owns({ from, to }: Window, start: number): boolean {
  return start >= from && start < to;
}
