import { describe, expect, it } from 'vitest';
import { Tail } from './tail.ts';

describe('a tail', () => {
  it('keeps the last of what was said, with numbers that count on', () => {
    const tail = new Tail<string>(3);
    for (const word of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) tail.push(word);
    expect(tail.after(0)).toEqual([
      { id: 5, value: 'e' },
      { id: 6, value: 'f' },
      { id: 7, value: 'g' },
    ]);
    expect(tail.after(6).map(({ value }) => value)).toEqual(['g']);
    expect(tail.lastId).toBe(7);
  });

  it('tells what is kept and what comes, until nobody listens', async () => {
    const tail = new Tail<string>(10);
    const ended = new AbortController();
    tail.push('before');
    const heard: string[] = [];
    const listening = (async () => {
      for await (const { value } of tail.follow(0, ended.signal)) {
        heard.push(value);
        if (value === 'last') ended.abort();
        else if (heard.length < 3) tail.push(`after ${value}`);
        else tail.push('last');
      }
    })();
    await listening;
    expect(heard).toEqual(['before', 'after before', 'after after before', 'last']);
  });

  it('ends for a listener that waits when it is told to', async () => {
    const tail = new Tail<string>(10);
    const ended = new AbortController();
    const next = tail.follow(0, ended.signal).next();
    ended.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
