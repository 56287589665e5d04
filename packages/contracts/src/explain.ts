import type { z } from 'zod';
import type { Problem } from './problem.ts';

type RawIssue = z.core.$ZodRawIssue;

/** `mcp.servers[0].url` */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${String(part)}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
}

export type Explained<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

/** Parses, and says what is wrong in words for the person who wrote it, not for the one who wrote the schema. */
export function parseExplained<S extends z.ZodType>(schema: S, value: unknown): Explained<z.output<S>> {
  const parsed = schema.safeParse(value, { error: explain });
  return parsed.success ? parsed : { success: false, issues: parsed.error.issues };
}

export function toProblems(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: formatPath([...issue.path, key]),
          message: 'There is no such field.',
        }))
      : [{ path: formatPath(issue.path), message: issue.message }],
  );
}

/** Undefined leaves the word to zod. A message that stands in the schema itself always wins. */
function explain(issue: RawIssue): string | undefined {
  if (issue.input === undefined) return 'This is missing.';
  return explanations[issue.code]?.(issue as never); // each is only asked about its own code
}

type Explanations = {
  readonly [C in RawIssue['code']]?: (issue: Extract<RawIssue, { code: C }>) => string | undefined;
};

const explanations: Explanations = {
  invalid_type: ({ expected }) => kinds[expected],
  invalid_value: ({ values }) => `Choose ${list(values.map(String))}.`,
  too_small: ({ origin, minimum }) =>
    minimum === 1 && origin !== 'number'
      ? 'This must not be empty.'
      : explainSize('At least', origin, minimum),
  too_big: ({ origin, maximum }) => explainSize('At most', origin, maximum),
  invalid_format: ({ format }) => formats[format],
  invalid_union: ({ errors }) => errors[0]?.[0]?.message,
};

const kinds: Readonly<Record<string, string>> = {
  string: 'Write text.',
  number: 'Write a number.',
  int: 'Write a whole number.',
  boolean: 'Write true or false.',
  array: 'Write a list.',
  object: 'Write fields with names.',
  record: 'Write names with values.',
  null: 'Leave it empty.',
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'Write a time such as 2027-01-31T00:00:00Z.',
  date: 'Write a day such as 2027-01-31.',
  url: 'Write a full address such as https://example.com.',
};

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

function explainSize(word: string, origin: string, limit: number | bigint): string {
  return `${word} ${String(limit)}${units[origin] ?? ''}.`;
}

function list(words: readonly string[]): string {
  return words.length === 1 ? String(words[0]) : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
