import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { formatRelative, formatTable } from './output.ts';

const rows = [
  { id: 'a1', name: 'a rather long name', state: 'active' },
  { id: 'b2', name: 'short', state: 'revoked' },
];
const columns = [
  { title: 'id', value: ({ id }: (typeof rows)[number]) => id },
  { title: 'name', value: ({ name }: (typeof rows)[number]) => name, shrinks: true as const },
  { title: 'state', value: ({ state }: (typeof rows)[number]) => state },
];
const table = (width: number): string[] =>
  stripVTControlCharacters(formatTable(rows, columns, width)).split('\n');

describe('a table', () => {
  it('lines its columns up', () => {
    expect(table(80)).toEqual([
      'ID  NAME                STATE',
      'a1  a rather long name  active',
      'b2  short               revoked',
    ]);
  });

  it('cuts what may be cut until it fits, and keeps the rest whole', () => {
    expect(table(25)).toEqual([
      'ID  NAME          STATE',
      'a1  a rather lo…  active',
      'b2  short         revoked',
    ]);
    for (const line of table(25)) expect(line.length).toBeLessThanOrEqual(25);
  });

  it('cuts what may not be cut, too, before the terminal would fold a line', () => {
    const wide = [
      { title: 'one', value: () => 'x'.repeat(30) },
      { title: 'two', value: () => 'y'.repeat(30) },
    ];
    for (const line of stripVTControlCharacters(formatTable([{}], wide, 50)).split('\n'))
      expect(line.length).toBeLessThanOrEqual(50);
  });

  it('stays readable where nothing more can be cut', () => {
    expect(table(5)[1]).toBe('a1  a rathe…  active');
  });
});

it.each([
  [-1_000, '1 second ago'],
  [-59_000, '59 seconds ago'],
  [-3_600_000, '1 hour ago'],
  [86_400_000 * 30, 'next month'],
  [86_400_000 * 29, 'in 29 days'],
])('says how far away a time is: %i ms', (ms, text) => {
  expect(formatRelative(new Date(ms).toISOString(), 0)).toBe(text);
});
