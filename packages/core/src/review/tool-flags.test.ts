import { describe, expect, it } from 'vitest';
import type { ServerName } from '../ids.ts';
import { skeletonOf } from './look-alike.ts';
import { createNameFlags, flagsOf } from './tool-flags.ts';

const tool = (qualified: string) => {
  const [server = '', ...name] = qualified.split('.');
  return { server: server as ServerName, name: name.join('.') };
};

describe('names that look alike', () => {
  it.each([
    ['read_file', 'reаd_file'], // a Cyrillic а
    ['read_file', 'rеаd_filе'],
    ['read_file', 'READ_FILE'],
    ['list', '1ist'],
    ['list', 'Iist'],
    ['login', 'ӏogin'],
    ['write', 'ｗｒｉｔｅ'],
    ['modem', 'modern'],
    ['read', 're\u200bad'],
    ['node', 'nοde'], // a Greek ο
    ['cafe', 'café'],
  ])('%s and %s are one to a hasty eye', (one, other) => {
    expect(skeletonOf(other)).toBe(skeletonOf(one));
  });

  it.each([
    ['read', 'write'],
    ['get_item', 'getItem'],
    ['a.b', 'a_b'],
  ])('%s and %s are two', (one, other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf(one));
  });

  it('are told of both, with what they look like; the same name on two servers is not', () => {
    const nameFlags = createNameFlags(['a.read', 'b.reаd', 'c.read', 'c.write'].map(tool));
    expect(nameFlags(tool('b.reаd')).map(({ says }) => says)).toEqual([
      'It looks like a.read, and is another.',
      'It looks like c.read, and is another.',
    ]);
    expect(nameFlags(tool('a.read'))).toHaveLength(1);
    expect(nameFlags(tool('c.write'))).toEqual([]);
  });

  it('are told of where they begin like the tools of another server', () => {
    const nameFlags = createNameFlags(
      ['github.create_issue', 'evil.github__create_issue', 'evil.other__x'].map(tool),
    );
    expect(nameFlags(tool('evil.github__create_issue'))).toEqual([
      { kind: 'shadow', where: 'name', says: 'It begins like the tools of server github.' },
    ]);
    expect(nameFlags(tool('evil.other__x'))).toEqual([]);
  });
});

describe('what is odd about a definition', () => {
  it('is found in every corner, names of fields included', () => {
    const flags = flagsOf({
      name: 'x',
      title: 'Fine\u200b',
      inputSchema: { properties: { 'pa\u202eth': { enum: ['a', 'b\u0007'] } } },
      annotations: { title: '\u{e0041}' },
    });
    expect(flags.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      'zero-width title',
      String.raw`bidi inputSchema.properties.pa\u{202e}th`,
      String.raw`control inputSchema.properties.pa\u{202e}th.enum[1]`,
      'tag annotations.title',
    ]);
  });

  it('is its length, where nobody would read it all', () => {
    expect(flagsOf({ name: 'x', description: 'y'.repeat(20_000) })).toEqual([
      expect.objectContaining({ kind: 'long' }),
    ]);
  });

  it('is told in a few lines, however much of it there is', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`a${String(n)}`, '\u200b']));
    expect(flagsOf({ name: 'x', inputSchema: many }).length).toBeLessThanOrEqual(21);
  });

  it('is nothing for an ordinary one', () => {
    const inputSchema = {
      type: 'object',
      properties: { path: { type: 'string', description: 'Wohin – ⚠️' } },
    };
    expect(flagsOf({ name: 'x', description: 'Lines\nand\ttabs.', inputSchema })).toEqual([]);
  });
});
