/** One step into arguments: the field of an object, or `each` item of a list. */
export type ArgumentStep = { readonly key: string } | 'each';

/** A name, in which a backslash stands before dots, brackets and backslashes of its own; then `[]` for each list. */
const segment = /((?:[^.[\]\\]|\\[.[\]\\])+)((?:\[\])*)(?:\.(?!$)|$)/gy;

/** `path`, `options.mode`, `items[].name`. Undefined for what is no path. */
export function parseArgumentPath(text: string): readonly ArgumentStep[] | undefined {
  const segments = [...text.matchAll(segment)];
  const isWhole = segments.reduce((sum, [all]) => sum + all.length, 0) === text.length;
  if (!isWhole || segments.length === 0) return undefined;
  return segments.flatMap(([, name = '', lists = '']): ArgumentStep[] => [
    { key: name.replaceAll(/\\(.)/g, '$1') },
    ...Array.from({ length: lists.length / 2 }, () => 'each' as const),
  ]);
}
