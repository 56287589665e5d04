import { fail } from '@patchbay/contracts';
import type { CompilePattern } from '@patchbay/core';
import { RE2JS } from 're2js';

/** RE2's way of matching: no pattern, however it is written, makes it try the same text again and again. */
export const compilePattern: CompilePattern = (source, { ignoreCase = false } = {}) => {
  const compiled = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return {
    size: compiled.programSize(),
    test: (text) => compiled.test(text),
    replace: (text, replacement) => compiled.matcher(text).replaceAll(replacement),
  };
};

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), flags);
  } catch (error) {
    throw fail('PATTERN_INVALID', { pattern: source, reason: reasonOf(error) }, error);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
