/** Characters that people do not see and models read. Those that make up an emoji are not among them. */
const kinds = {
  control: /[\p{Cc}--[\n\r\t]]/v,
  bidi: /\p{Bidi_C}/u,
  tag: /[\u{e0000}-\u{e007f}]/u,
  variation: /\p{VS}/u,
  'zero-width': /[[\p{DI}\u2800]--\p{VS}--\p{Bidi_C}--[\u{e0000}-\u{e007f}]]/v,
  private: /[\p{Co}\p{Cs}]/u,
} as const;

export type HiddenKind = keyof typeof kinds;

const emojiOrHidden = /\p{RGI_Emoji}|[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\p{Zl}\p{Zp}\u2800]--[\n\t]]/gv;
const plain = /^[\n\r\t -~]*$/;

/** Which kinds of hidden characters a text has, and how many of each. */
export function findHidden(text: string): ReadonlyMap<HiddenKind, number> {
  const found = new Map<HiddenKind, number>();
  if (plain.test(text)) return found;
  for (const character of text.replaceAll(/\p{RGI_Emoji}/gv, ''))
    for (const kind of Object.keys(kinds) as HiddenKind[])
      if (kinds[kind].test(character)) found.set(kind, (found.get(kind) ?? 0) + 1);
  return found;
}

/** The same text with hidden characters as their numbers, so that nothing in it goes unseen. */
export function showHidden(text: string): string {
  return text.replaceAll(emojiOrHidden, (found) =>
    /^\p{RGI_Emoji}$/v.test(found) ? found : String.raw`\u{${(found.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
