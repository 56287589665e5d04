import fc from 'fast-check';

/** Values that are wrong almost everywhere. */
export const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(-0, 1e308, '\u0000', '\ud800', '__proto__', [], {}, '9'.repeat(400), null),
);

/** At most so many of these fields, so that what is right about the rest lets the wrong ones come far. */
export function someOf<V>(
  fields: Readonly<Record<string, fc.Arbitrary<V>>>,
  maxLength = 2,
): fc.Arbitrary<Record<string, V>> {
  const entries = Object.entries(fields).map(([key, values]) => values.map((value) => [key, value] as const));
  const chosen = fc.uniqueArray(fc.oneof(...entries), { maxLength, selector: ([key]) => key });
  return chosen.map((pairs) => Object.fromEntries(pairs));
}
