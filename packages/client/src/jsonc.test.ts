import { describe, expect, it } from 'vitest';
import { parseJsonc } from './jsonc.ts';

describe('JSON with comments', () => {
  it.each(['{}', '[]', 'null', '-1.5e3', '"a\\"b\\u00e9"', '{"a":[1,{"b":true}],"":null}', ' [1 , 2 ] '])(
    'is JSON where it has none: %s',
    (text) => {
      expect(parseJsonc(text)?.value).toEqual(JSON.parse(text));
    },
  );

  it('tells where each value stands', () => {
    const text = '// first\n{ "a": /* here */ [1, 2,], // end\n}\n';
    const node = parseJsonc(text);
    const list = node?.members?.get('a');
    expect(node).toMatchObject({ value: { a: [1, 2] }, hasLastComma: true });
    expect(text.slice(list?.start, list?.end)).toBe('[1, 2,]');
    expect(list?.items?.map(({ start, end }) => text.slice(start, end))).toEqual(['1', '2']);
  });

  it.each(['', '{', '{"a"}', '{"a":}', '[1 2]', '{a:1}', "{'a':1}", '{} {}', '{"a":1,,}', '[,]', '/* '])(
    'is not %j',
    (text) => {
      expect(parseJsonc(text)).toBeUndefined();
    },
  );
});
