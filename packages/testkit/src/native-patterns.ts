import { fail } from '@patchbay/contracts';
import type { CompilePattern } from '@patchbay/core';

/** Node's own engine behind the port: the same matches, without the promise about time. */
export const nativePatterns: CompilePattern = (source, { ignoreCase = false } = {}) => {
  const pattern = compile(source, ignoreCase ? 'giu' : 'gu');
  return {
    size: source.length,
    test(text) {
      pattern.lastIndex = 0;
      return pattern.test(text);
    },
    replace: (text, replacement) => text.replaceAll(pattern, replacement),
    find: (text, replacement) =>
      [...text.matchAll(pattern)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        replacement: match[0].replace(compile(source, ignoreCase ? 'iu' : 'u'), replacement),
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
