import type { Json } from '@patchbay/contracts';
import { describeChoices, describeTypes } from '../describe-schema.ts';
import { describeValue } from '../describe-value.ts';
import { greatest, no, unsure, yes, type Fit } from '../fit.ts';
import { isSame } from '../is-same.ts';
import { undecided, type Check, type Keyword } from '../keyword.ts';
import type { Trial } from '../trial.ts';

const tests = new Map<Json, (value: Json) => boolean>([
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['integer', Number.isInteger],
  ['boolean', (value) => typeof value === 'boolean'],
  ['null', (value) => value === null],
  ['array', Array.isArray],
  ['object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
]);

/** What a value has to be at all. Where one of these says no, the other keywords have nothing to add. */
export const ofAny = {
  type(own, { nullable }) {
    const types: readonly Json[] = Array.isArray(own) ? own : [own];
    const fitting = types.map((type) => tests.get(type)).filter((test) => test !== undefined);
    if (fitting.length < types.length) return undecided;
    return (value, trial) => {
      if (fitting.some((test) => test(value))) return yes;
      if (value === null && nullable === true) return unsure; // OpenAPI's word, which servers may heed
      return trial.refuse(() => `must be ${describeTypes(types)}, not ${describeValue(value, trial.key)}`);
    };
  },

  const: (own) => choice([own]),

  enum: (own) => (Array.isArray(own) ? choice(own as readonly Json[]) : undecided),
} satisfies Record<string, Keyword>;

function choice(choices: readonly Json[]): Check {
  const simple = new Set(choices.filter(isSimple));
  const others = choices.filter((one) => !isSimple(one));
  return (value, trial) => {
    const fit = isSimple(value) ? (simple.has(value) ? yes : no) : isAmong(others, value, trial);
    if (fit !== no) return fit;
    return trial.refuse(() => `must be ${describeChoices(choices)}, not ${describeValue(value, trial.key)}`);
  };
}

function isSimple(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

function isAmong(choices: readonly Json[], value: Json, trial: Trial): Fit {
  return choices.reduce<Fit>((found, one) => greatest(found, isSame(one, value, trial)), no);
}
