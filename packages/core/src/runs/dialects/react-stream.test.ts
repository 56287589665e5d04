import { describe, expect, it } from 'vitest';
import { createReactStream } from './react-stream.ts';

describe('a reply in ReAct while it comes', () => {
  const text = 'Thought: I know it.\nIt is clear.\n**Final Answer:** It is\nthe disk.';
  it.each([1, 2, 3, 7, 20, 100])('in pieces of %i is the same thoughts and the same answer', (size) => {
    const stream = createReactStream();
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${String(size)}}`, 'g')) ?? [];
    const heard = [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()];
    const said = (channel: string) =>
      heard.flatMap((one) => (one.channel === channel ? [one.text] : [])).join('');
    expect([said('thought'), said('text').trim()]).toEqual([
      'Thought: I know it.\nIt is clear.',
      'It is\nthe disk.',
    ]);
  });
});
