import { readFileSync } from 'node:fs';

/** A fenced piece of a page. */
export interface Block {
  /** What stands behind the fence: sh, yaml, json, ts, or nothing for what a program says. */
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** What a comment in front of it, which readers do not see, tells whoever follows the page. */
  readonly note: string;
  /** No words stand between it and the block before. */
  readonly isNext: boolean;
}

const comment = /<!--[\s\S]*?-->/g;
const part =
  /<!-- follow: (?<note>[\s\S]*?)-->|^(?<indent> *)```(?<language>\w*)\n(?<text>[\s\S]*?)^ *```$/gm;

/** The blocks of a page; hidden commands (`<!-- follow: run`, and a line each) are blocks of shell as well. */
export function blocksOf(path: string): Block[] {
  const page = readFileSync(path, 'utf8');
  const blocks: Block[] = [];
  let note = '';
  let end = 0;
  for (const { groups = {}, index, 0: whole } of page.matchAll(part)) {
    const line = page.slice(0, index).split('\n').length;
    const isNext = page.slice(end, index).replaceAll(comment, '').trim() === '';
    const said = groups['note'];
    if (said?.startsWith('run\n'))
      blocks.push({ language: 'sh', text: said.slice('run\n'.length), line, note: '', isNext: false });
    else if (said !== undefined) note = said.trim();
    else {
      const text = (groups['text'] ?? '').replaceAll(new RegExp(`^${groups['indent'] ?? ''}`, 'gm'), '');
      blocks.push({ language: groups['language'] ?? '', text, line, note, isNext });
      [note, end] = ['', index + whole.length];
    }
  }
  return blocks;
}
