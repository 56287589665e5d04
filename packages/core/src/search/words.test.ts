import { describe, expect, it } from 'vitest';
import { synonymsOf } from './synonyms.ts';
import { wordsOf } from './words.ts';

describe('the words of a text', () => {
  it.each([
    ['getUserByID', ['user', 'id']],
    ['get_user-by.id', ['user', 'id']],
    ['parseHTTPResponse2', ['pars', 'http', 'response2']],
    ['Send an e-mail!', ['send', 'email']],
    ['Größe ändern', ['größ', 'ändern']],
    ['', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it.each([
    ['issues', 'issue'],
    ['replies', 'reply'],
    ['branches', 'branch'],
    ['merging', 'merged'],
    ['stopped', 'stops'],
    ['creates', 'creating'],
  ])('%s and %s are one', (one, other) => {
    expect(wordsOf(one)).toEqual(wordsOf(other));
  });

  it('are kept where all of them say nothing', () => {
    expect(wordsOf('what is it')).not.toEqual([]);
  });

  it('lead to others that mean the same, in the form in which they are compared', () => {
    expect(synonymsOf(wordsOf('bugs')[0] ?? '')).toContain(wordsOf('issue')[0]);
    expect(synonymsOf('constructor')).toEqual([]);
  });
});
