import { describe, expect, it } from 'vitest';
import { splitProse } from './split-prose.ts';

const text = (value: string) => ({ kind: 'text', text: value });
const code = (value: string, language = '') => ({ kind: 'code', language, text: value });

describe('what a model wrote', () => {
  it.each([
    ['one\ntwo\n\nthree', [text('one\ntwo'), text('three')]],
    [
      'see:\n```ts\nlet a;\n\nlet b;\n```\ndone',
      [text('see:'), code('let a;\n\nlet b;', 'ts'), text('done')],
    ],
    ['```\nstill written', [code('still written')]],
    ['````\n```\ninside\n```\n````', [code('```\ninside\n```')]],
    ['~~~\n```\n~~~', [code('```')]],
    ['a `tick` and ```not a fence``` here', [text('a `tick` and ```not a fence``` here')]],
    ['<b>no html</b>', [text('<b>no html</b>')]],
    ['', []],
  ])('%j is read as blocks', (written, blocks) => {
    expect(splitProse(written)).toEqual(blocks);
  });
});
