import { fail } from '@patchbay/contracts';
import type { CompilePattern } from '@patchbay/core';

/** Node's own engine behind the port: the same matches, without the promise about time. */
export const nativePatterns: CompilePattern = (source, { ignoreCase = false } = {}) => {
  const all = compile(source, ignoreCase ? 'giu' : 'gu');
  const first = compile(source, ignoreCase ? 'iu' : 'u');
  return {
    size: source.length,
    test: (text) => first.test(text),
    replace: (text, replacement) => text.replaceAll(all, replacement),
    find: (text, replacement) =>
      [...text.matchAll(all)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        replacement: match[0].replace(first, replacement),
      })),
  };
};

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw fail('PATTERN_INVALID', { pattern: source, reason: String(error) }, error);
  }
}
