import type { Shelf } from './offer-book.ts';

/** What servers want a model to know, each under the name that its tools and prompts begin with. */
export function mergeInstructions(shelves: readonly Shelf[]): string | undefined {
  const parts = shelves.flatMap(({ server, offer: { instructions } }) =>
    instructions === null || instructions.trim() === '' ? [] : [`# ${server}\n\n${instructions}`],
  );
  return parts.length === 0 ? undefined : parts.join('\n\n');
}
