/** Made again only when the count has changed. */
export function remember<T>(changes: () => number, make: () => T): () => T {
  let made: { readonly at: number; readonly value: T } | undefined;
  return () => {
    const at = changes();
    if (made?.at !== at) made = { at, value: make() };
    return made.value;
  };
}

/** A server that came and went leaves the list as it was; whoever made something of it can keep that. */
export function keepIfSame<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  const isSame = before.length === after.length && before.every((item, at) => item === after[at]);
  return isSame ? before : after;
}
