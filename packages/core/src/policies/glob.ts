/** A text with wildcards: `*` for any characters, also none, `?` for exactly one. Nothing else is special. */
export interface Glob {
  readonly isExact: boolean;
  /** How much it says: its characters without the `*`. */
  readonly weight: number;
  readonly matches: (text: string) => boolean;
}

/** The time that matching takes grows with the text, whatever the pattern is and whoever wrote the text. */
export function compileGlob(pattern: string): Glob {
  const weight = pattern.replaceAll('*', '').length;
  if (!/[*?]/.test(pattern)) return { isExact: true, weight, matches: (text) => text === pattern };
  const matches = pattern.includes('?') ? matchByPlaces(pattern) : matchByParts(pattern.split('*'));
  return { isExact: false, weight, matches };
}

/** What stands between the stars must come in its order, the first part at the start and the last at the end. */
function matchByParts(parts: readonly string[]): Glob['matches'] {
  const [first = '', ...others] = parts;
  const last = others.at(-1) ?? '';
  const between = others.slice(0, -1).filter((part) => part !== '');
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const part of between) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return text.length - at >= last.length && text.endsWith(last);
  };
}

const wordSize = 32;

/**
 * A bit for each place in the pattern, set while the text read so far may have led there; a character moves all of
 * them at once. So no pattern makes it look at a character again.
 */
function matchByPlaces(pattern: string): Glob['matches'] {
  const signs = Array.from(pattern.replaceAll(/\*+/g, '*'));
  const size = Math.ceil((signs.length + 1) / wordSize);
  const placesOf = (isMeant: (sign: string) => boolean): Uint32Array => {
    const places = new Uint32Array(size);
    for (const [at, sign] of signs.entries()) if (isMeant(sign)) set(places, at);
    return places;
  };
  const stars = placesOf((sign) => sign === '*');
  const others = placesOf((sign) => sign === '?');
  const taking = new Map(
    [...new Set(signs)]
      .filter((sign) => sign !== '*')
      .map((sign) => [sign, placesOf((own) => own === sign || own === '?')]),
  );
  return (text) => {
    const places = new Uint32Array(size);
    places[0] = 1;
    passStars(places, stars);
    for (const character of text) step(places, taking.get(character) ?? others, stars);
    return has(places, signs.length);
  };
}

/** Places whose sign takes the character move on; those at a star may also stay. */
function step(places: Uint32Array, taking: Uint32Array, stars: Uint32Array): void {
  let carry = 0;
  for (let word = 0; word < places.length; word += 1) {
    const here = places[word] ?? 0;
    const moving = here & (taking[word] ?? 0);
    places[word] = (moving << 1) | carry | (here & (stars[word] ?? 0));
    carry = moving >>> (wordSize - 1);
  }
  passStars(places, stars);
}

/** A star may stand for nothing, so whoever stands before it stands behind it too. Two stars never meet. */
function passStars(places: Uint32Array, stars: Uint32Array): void {
  let carry = 0;
  for (let word = 0; word < places.length; word += 1) {
    const passing = (places[word] ?? 0) & (stars[word] ?? 0);
    places[word] = (places[word] ?? 0) | (passing << 1) | carry;
    carry = passing >>> (wordSize - 1);
  }
}

function set(places: Uint32Array, at: number): void {
  const word = Math.floor(at / wordSize);
  places[word] = (places[word] ?? 0) | (1 << (at % wordSize));
}

function has(places: Uint32Array, at: number): boolean {
  return ((places[Math.floor(at / wordSize)] ?? 0) & (1 << (at % wordSize))) !== 0;
}
