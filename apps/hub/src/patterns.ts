import { fail } from '@patchbay/contracts';
import type { CompilePattern, PatternMatch } from '@patchbay/core';
import { RE2JS } from 're2js';

/** RE2's way of matching: no pattern, however it is written, makes it try the same text again and again. */
export const compilePattern: CompilePattern = (source, { ignoreCase = false } = {}) => {
  const compiled = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return {
    size: compiled.programSize(),
    test: (text) => compiled.test(text),
    replace: (text, replacement) => compiled.matcher(text).replaceAll(replacement),
    find: (text, replacement) => findAll(compiled, text, replacement),
  };
};

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), flags);
  } catch (error) {
    throw fail('PATTERN_INVALID', { pattern: source, reason: reasonOf(error) }, error);
  }
}

type Matcher = ReturnType<RE2JS['matcher']>;

function findAll(compiled: RE2JS, text: string, replacement: string): PatternMatch[] {
  const matcher = compiled.matcher(text);
  const found: PatternMatch[] = [];
  while (matcher.find())
    found.push({ start: matcher.start(), end: matcher.end(), replacement: expand(matcher, replacement) });
  return found;
}

/** As String.replace would: a group that is not there stands for itself, one that did not match for nothing. */
function expand(matcher: Matcher, replacement: string): string {
  const names = matcher.getNamedGroups();
  return replacement.replaceAll(/\$(?:\$|\d|<[^>]*>)/g, (reference) => {
    if (reference === '$$') return '$';
    if (reference.startsWith('$<')) return names[reference.slice(2, -1)] ?? '';
    const group = Number(reference.slice(1));
    return group === 0 || group > matcher.groupCount() ? reference : (matcher.group(group) ?? '');
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
