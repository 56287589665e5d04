/** A piece of a reply for those who watch. */
export interface Piece {
  readonly channel: 'text' | 'thought';
  readonly text: string;
}

/** With the first character of the answer: only then has all of the label come. */
const answer =
  /(^|\n)[ \t]*[*_#]{0,4}[ \t]*final[ _-]?answer[*_]{0,2}[ \t]*[:：][*_]{0,2}[ \t]*(?=[^*_ \t])/i;

/** No label is longer; a line that is has none. */
const longestLabel = 40;

/**
 * Tells the thoughts of a reply in ReAct from its answer while it comes. Holds back the beginning of a line until it is
 * clear that it is not the label of the answer.
 */
export function createReactStream() {
  let held = '';
  let isAnswer = false;

  function take(delta: string, isEnd: boolean): readonly Piece[] {
    held += delta;
    if (isAnswer) return give('text', held.length);
    const found = answer.exec(held);
    if (!found) return give('thought', isEnd ? held.length : certain(held));
    const before = give('thought', found.index);
    held = held.slice(found[0].length);
    isAnswer = true;
    return [...before, ...give('text', held.length)];
  }

  function give(channel: Piece['channel'], length: number): readonly Piece[] {
    const text = held.slice(0, length);
    held = held.slice(length);
    return text === '' ? [] : [{ channel, text }];
  }

  return { push: (delta: string) => take(delta, false), end: () => take('', true) };
}

/** How much of it can be no part of the label. */
function certain(text: string): number {
  const lineStart = text.lastIndexOf('\n');
  const isLong = text.length - lineStart > longestLabel;
  return isLong ? text.length : Math.max(0, lineStart);
}
