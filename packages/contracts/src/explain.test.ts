import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatPath, parseExplained, toProblems } from './explain.ts';
import { integer, line, truth } from './fields.ts';

function said(schema: z.ZodType, value: unknown): string[] {
  const parsed = parseExplained(schema, value);
  return parsed.success
    ? []
    : toProblems(parsed.issues).map(({ path, message }) => (path ? `${path}: ${message}` : message));
}

describe('what is wrong with a value', () => {
  it.each([
    [z.object({ a: z.string() }), {}, 'a: This is missing.'],
    [z.object({ a: z.string() }), { a: 5 }, 'a: Write text.'],
    [
      z.object({ a: z.array(z.object({ b: z.boolean() })) }),
      { a: [{ b: 'x' }] },
      'a[0].b: Write true or false.',
    ],
    [z.enum(['viewer', 'operator', 'admin']), 'king', 'Choose viewer, operator or admin.'],
    [z.literal('stdio'), 'x', 'Choose stdio.'],
    [z.string().min(1), '', 'This must not be empty.'],
    [z.string().max(3), 'long', 'At most 3 characters.'],
    [z.array(z.string()).min(2), ['a'], 'At least 2 items.'],
    [z.array(z.string()).min(1), [], 'This must not be empty.'],
    [z.number().min(1), 0, 'At least 1.'],
    [z.iso.datetime(), 'soon', 'Write a time such as 2027-01-31T00:00:00Z.'],
    [z.url(), 'x', 'Write a full address such as https://example.com.'],
    [z.strictObject({ a: z.string() }), { a: 'x', b: 1 }, 'b: There is no such field.'],
    [integer(0, 65_535), 'abc', 'Write a whole number.'],
    [integer(0, 65_535), 70_000, 'At most 65535.'],
    [integer(0, 65_535), 1.5, 'Write a whole number.'],
    [truth, 'yes', 'Write true or false.'],
    [line(10), 'a\u0000b', 'Write plain text in one line.'],
    [z.object({}), [], 'Write fields with names.'],
  ])('is said in words: %#', (schema, value, message) => {
    expect(said(schema, value)).toEqual([message]);
  });

  it('is said as the schema says it, where the schema says something', () => {
    expect(said(z.string('Give it a name.'), 5)).toEqual(['Give it a name.']);
  });
});

it('writes paths as people do', () => {
  expect(formatPath(['mcp', 'servers', 0, 'url'])).toBe('mcp.servers[0].url');
  expect(formatPath([])).toBe('');
});
