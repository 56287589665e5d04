/** What an expression of a template may stand for: the characters of its values, and whether it may be absent. */
type Values = (character: string) => boolean;

/** A character that must be there, or values of any length. */
type Place = { readonly literal: string } | { readonly values: Values };

/** Longer ones are nobody's template and nobody's address. */
const maxChars = 4_096;
/** Each may cost a look at every character of a URI. */
const maxExpressions = 32;

const within = (value: string): boolean => !'/?#'.includes(value);
const anything = (): boolean => true;
const untilQuery = (value: string): boolean => !'?#'.includes(value);
const untilFragment = (value: string): boolean => value !== '#';

/** By the operator that an expression begins with. What comes before the first value is among the characters. */
const valuesOf: Readonly<Record<string, Values>> = {
  '+': anything,
  '#': anything,
  '/': untilQuery,
  '?': untilFragment,
  '&': untilFragment,
};

/**
 * Whether a URI may be an expansion of this template (RFC 6570). It may say yes too often, since the server has the
 * last word, but never no for one that is. The time grows with the URI, whatever the template is.
 */
export function compileTemplate(template: string): (uri: string) => boolean {
  if (template.length > maxChars) return () => false;
  const places = placesOf(template);
  if (places.filter((place) => 'values' in place).length > maxExpressions) return () => false;
  const start = withSkipped(places, [0]);
  return (uri) => {
    if (uri.length > maxChars) return false;
    let at: readonly number[] = start;
    for (const character of uri) {
      at = withSkipped(places, step(places, at, character));
      if (at.length === 0) return false;
    }
    return at.includes(places.length);
  };
}

function placesOf(template: string): readonly Place[] {
  return template.split(/(\{[^{}]*\})/).flatMap((part): readonly Place[] => {
    const isExpression = part.startsWith('{') && part.endsWith('}');
    if (!isExpression) return Array.from(part, (literal) => ({ literal }));
    return [{ values: valuesOf[part[1] ?? ''] ?? within }];
  });
}

function step(places: readonly Place[], at: readonly number[], character: string): readonly number[] {
  return at.flatMap((index) => {
    const place = places[index];
    if (!place) return [];
    if ('literal' in place) return place.literal === character ? [index + 1] : [];
    return place.values(character) ? [index] : [];
  });
}

/** Values may be empty, so whoever stands before them stands behind them too. Each place once. */
function withSkipped(places: readonly Place[], at: readonly number[]): readonly number[] {
  const all = new Set<number>();
  for (const index of at)
    for (let next = index; !all.has(next); next += 1) {
      all.add(next);
      const place = places[next];
      if (!place || 'literal' in place) break;
    }
  return [...all];
}
