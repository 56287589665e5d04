import { describeValue } from '../describe-value.ts';
import { no, unsure, yes, type Fit } from '../fit.ts';
import { undecided, type Keyword } from '../keyword.ts';

export const ofNumbers = {
  minimum: bound('at least', (value, limit) => value >= limit),
  maximum: bound('at most', (value, limit) => value <= limit),
  exclusiveMinimum: bound('greater than', (value, limit) => value > limit),
  exclusiveMaximum: bound('less than', (value, limit) => value < limit),

  multipleOf(own) {
    if (typeof own !== 'number' || own <= 0) return undecided;
    return (value, trial) => {
      const fit = typeof value === 'number' ? isMultiple(value / own) : yes;
      if (fit !== no) return fit;
      return trial.refuse(
        () => `must be a multiple of ${String(own)}, not ${describeValue(value, trial.key)}`,
      );
    };
  },
} satisfies Record<string, Keyword>;

function bound(words: string, fits: (value: number, limit: number) => boolean): Keyword {
  return (own) => {
    if (typeof own !== 'number') return undecided; // draft 4 has true or false in two of these
    return (value, trial) => {
      if (typeof value !== 'number' || fits(value, own)) return yes;
      return trial.refuse(() => `must be ${words} ${String(own)}, not ${describeValue(value, trial.key)}`);
    };
  };
}

/** 0.3 is a multiple of 0.1 to people and to some servers, and not to a processor. */
function isMultiple(quotient: number): Fit {
  if (Number.isInteger(quotient)) return yes;
  const isNear = Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
  return isNear || !Number.isFinite(quotient) ? unsure : no;
}
