import type { SearchDocument } from '@patchbay/core';
import { describe, expect, it } from 'vitest';
import { createSearchIndex } from './search-index.ts';

const document = (name: string, description = '', parameters = ''): SearchDocument => ({
  name,
  title: '',
  description,
  parameters,
});

describe('an index of tools', async () => {
  const index = await createSearchIndex([
    document('github create_issue', 'Open an issue.', 'title labels'),
    document('weather forecast', 'What the weather will be.', 'city days'),
    document('files readTextFile', 'Contents of a file.', 'path'),
  ]);

  it.each([
    ['createIssue', 0],
    ['report a bug', 0],
    ['labels', 0],
    ['forecasts', 1],
    ['text', 2],
  ])('finds for %s the right one first', (query, place) => {
    expect(index.search(query)[0]).toBe(place);
  });

  it('finds nothing for what nobody has, and for nothing', () => {
    expect(index.search('qqqq')).toEqual([]);
    expect(index.search('  …  ')).toEqual([]);
  });
});
