/** Letters of other alphabets that look like Latin ones in common typefaces. */
const twins: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  // Greek
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  // Armenian, and Latin letters that differ by a dot
  օ: 'o',
  ո: 'n',
  ս: 'u',
  ı: 'i',
  ȷ: 'j',
};

/** Digits and pairs that are read as a letter. */
const misread: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', rn: 'm', vv: 'w' };

/**
 * What is left of a name for a hasty eye: without case, compatibility forms, hidden characters and accents, and with one
 * letter for all that look alike.
 */
export function skeletonOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{Mn}\p{C}\p{DI}]/gu, '')
    .replaceAll(/\P{ASCII}/gu, (letter) => twins[letter] ?? letter)
    .replaceAll(/[01i]|rn|vv/g, (read) => misread[read] ?? read);
}
