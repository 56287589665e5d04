import { integer, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { faint } from '../output.ts';

const longestSlice = 1_000_000;

export const command = defineCommand({
  args: [['<id>', 'as the answer gave it: patchbay://results/<id>, or only the id']],
  flags: [
    ['--offset <characters>', 'where to begin (default: 0)'],
    ['--length <characters>', 'how much of it (default: 50000)'],
    ['--all', 'everything from there on'],
  ],
  examples: [
    'patchbay results show patchbay://results/5f3c… --offset 50000',
    'patchbay results show 5f3c… --all > answer.txt',
  ],
  input: z.object({
    id: z.string().transform((text) => text.replace(/^patchbay:\/\/results\//, '')),
    offset: integer(0, 1_000_000_000).default(0),
    length: integer(2, longestSlice).default(50_000),
    all: z.boolean().default(false),
  }),

  async run({ hub, out, err, json, isInteractive }, { id, offset, length, all }) {
    const read = (from: number) =>
      hub().readResult({ params: { id }, query: { offset: from, length: all ? longestSlice : length } });
    let slice = await read(offset);
    const first = slice;
    let text = first.text;
    while (all && slice.nextOffset !== undefined) {
      slice = await read(slice.nextOffset);
      text += slice.text;
    }
    const { nextOffset } = slice;
    if (json) return (out(JSON.stringify({ ...first, text, nextOffset })), 0);
    if (text === '')
      return (err(`There is nothing from ${String(offset)} on; it ends at ${String(first.total)}.`), 0);
    out(isInteractive ? showProse(text) : text);
    const end = first.offset + text.length;
    const more = nextOffset === undefined ? '' : ` More: --offset ${String(nextOffset)}, or --all.`;
    err(faint(`\nCharacters ${String(first.offset)} to ${String(end)} of ${String(first.total)}.${more}`));
    return 0;
  },
});
