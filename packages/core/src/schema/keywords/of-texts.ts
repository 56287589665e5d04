import { cutText, describeValue } from '../describe-value.ts';
import { no, unsure, yes } from '../fit.ts';
import { undecided, type Keyword } from '../keyword.ts';
import { matches } from '../matches.ts';

export const ofTexts = {
  minLength: length('at least', (count, limit) => count >= limit),
  maxLength: length('at most', (count, limit) => count <= limit),

  pattern(own, _, preparing) {
    if (typeof own !== 'string') return undecided;
    const pattern = preparing.pattern(own);
    return (value, trial) => {
      if (typeof value !== 'string') return yes;
      const fit = matches(pattern, value, trial);
      if (fit !== no) return fit;
      return trial.refuse(
        () => `must match ${cutText(own)}, and ${describeValue(value, trial.key)} does not`,
      );
    };
  },
} satisfies Record<string, Keyword>;

function length(words: string, fits: (count: number, limit: number) => boolean): Keyword {
  return (own) => {
    if (typeof own !== 'number') return undecided;
    return (value, trial) => {
      if (typeof value !== 'string') return yes;
      if (!trial.spend(Math.ceil(value.length / 100))) return unsure;
      const count = countCharacters(value);
      if (fits(count, own)) return yes;
      return trial.refuse(() => `must have ${words} ${String(own)} characters, not ${String(count)}`);
    };
  };
}

/** As people count them: what takes two units of UTF-16 is one. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) <= 0xff_ff) continue;
    count -= 1;
    at += 1;
  }
  return count;
}
