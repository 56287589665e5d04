import { describe, expect, it } from 'vitest';
import { isCallLine, parseCallLine } from './call-line.ts';

describe('a line that calls a tool', () => {
  it.each([
    ['/call files.read {"path": "a"}', 'files.read', '{"path": "a"}'],
    ['  /call files__read path: a\n', 'files__read', 'path: a'],
    ['/call files.read', 'files.read', ''],
    ['/call files.read{"a":1}', 'files.read', '{"a":1}'],
    ['/call\nfiles.read\n{\n"a": 1\n}', 'files.read', '{\n"a": 1\n}'],
  ])('%j', (text, name, args) => {
    expect(parseCallLine(text)).toEqual({ name, arguments: args });
  });

  it.each(['/call', '/call  ', '/call {"a":1}'])('without a tool: %j', (text) => {
    expect([isCallLine(text), parseCallLine(text)]).toEqual([true, undefined]);
  });

  it.each(['/caller x', 'please /call x', '/call-me', 'call x', ''])('is not this: %j', (text) => {
    expect(isCallLine(text)).toBe(false);
  });
});
