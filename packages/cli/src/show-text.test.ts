import { showArgument, showLine, showProse } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { quoteForShell, showArgv, wrap } from './show-text.ts';

describe('an argument that is shown', () => {
  it.each([
    ['--port=8080', '--port=8080'],
    ['', '""'],
    ['two words', '"two words"'],
    ['say "hi"', String.raw`"say \"hi\""`],
    ['C:\\tools', String.raw`"C:\\tools"`],
    ['a\nb', String.raw`"a\nb"`],
    ['\u001b[2K', String.raw`"\u{1b}[2K"`],
    ['zero\u200bwidth', String.raw`"zero\u{200b}width"`],
    ['right\u202eleft', String.raw`"right\u{202e}left"`],
    ['no\u00a0break', String.raw`"no\u{a0}break"`],
    ['fill\u3164er', String.raw`"fill\u{3164}er"`],
    ['tag\u{e0041}', String.raw`"tag\u{e0041}"`],
  ])('%j reads %s', (text, shown) => {
    expect(showArgument(text)).toBe(shown);
  });

  it('stands in a line of its own where one line could be misread or is too long', () => {
    expect(showArgv(['uvx', 'mcp-server-time'], 80)).toEqual(['uvx mcp-server-time']);
    expect(showArgv(['sh', '-c', 'rm -rf x'], 80)).toEqual(['sh', '-c', '"rm -rf x"']);
    expect(showArgv(['uvx', 'mcp-server-time'], 10)).toEqual(['uvx', 'mcp-server-time']);
  });
});

describe('prose of others', () => {
  it('keeps what people write and shows what hides', () => {
    expect(showProse('one\n\ttwo \u26a0\ufe0f caf\u00e9')).toBe('one\n\ttwo \u26a0\ufe0f caf\u00e9');
    expect(showProse('a\u001b[31mb\u200bc\u{e0041}')).toBe(String.raw`a\u{1b}[31mb\u{200b}c\u{e0041}`);
  });

  it('becomes one line of its first paragraph', () => {
    expect(showLine('  Gets\n  the time.\n\nArgs: none')).toBe('Gets the time.');
    expect(showLine('')).toBe('');
  });

  it('is wrapped between words, and long words stay whole', () => {
    expect(wrap('one two three\n\nfour', 8)).toEqual(['one two', 'three', '', 'four']);
    expect(wrap('a https://example.com b', 8)).toEqual(['a', 'https://example.com', 'b']);
  });
});

it.each([
  ['zone=Europe/London', 'zone=Europe/London'],
  ['a b', "'a b'"],
  ["it's", String.raw`'it'\''s'`],
])('quotes %s for a shell as %s', (text, quoted) => {
  expect(quoteForShell(text)).toBe(quoted);
});
