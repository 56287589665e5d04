/** Words that are in every request and say nothing about a tool. */
const empty = new Set(
  'a an and are as at be by can do for from get has have i in is it its me my of on or our please so some that the their them there this to us was we what which will with you your'.split(
    ' ',
  ),
);

/**
 * The words of a text as a search compares them: `getUserByID`, `get_user_by_id` and "get the user by its id" have the
 * same ones. A text of such words only keeps them, so that there is something to look for.
 */
export function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/\be-mail/gi, 'email')
    .replaceAll(/(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const all = words ?? [];
  const telling = all.filter((word) => !empty.has(word));
  return (telling.length > 0 ? telling : all).map(stem);
}

/** Endings that say how many or when, not what. Shorter words are left as they are: too much of them would be gone. */
function stem(word: string): string {
  if (word.length < 4) return word;
  const single = word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/(?<![su])s$/, '');
  if (single.length < 5) return single;
  const root = single.replace(/(?:ing|ed)$/, '');
  const isRoot = root.length >= 3 && /[aeiouy]/.test(root);
  return (isRoot ? root : single).replace(/([bdgmnprt])\1$/, '$1').replace(/e$/, '');
}
