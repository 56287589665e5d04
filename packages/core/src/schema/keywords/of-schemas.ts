import type { Json } from '@patchbay/contracts';
import { describeSchema, either } from '../describe-schema.ts';
import { describeValue } from '../describe-value.ts';
import { greatest, least, no, opposite, unsure, yes, type Fit } from '../fit.ts';
import { undecided, type Keyword, type Preparing, type Subschema } from '../keyword.ts';
import type { Trial } from '../trial.ts';
import { isMeant } from '../is-meant.ts';

export const ofSchemas = {
  allOf(own, _, preparing) {
    const subs = subsOf(own, preparing);
    if (!subs) return undecided;
    return (value, trial) => subs.reduce<Fit>((fit, { check }) => least(fit, check(value, trial)), yes);
  },

  anyOf(own, _, preparing) {
    const subs = subsOf(own, preparing);
    if (!subs) return undecided;
    return (value, trial) => {
      const fit = quietly(subs, value, trial).reduce(greatest, no);
      return fit === no ? explainNone(subs, value, trial) : fit;
    };
  },

  oneOf(own, _, preparing) {
    const subs = subsOf(own, preparing);
    if (!subs) return undecided;
    return (value, trial) => {
      const fits = quietly(subs, value, trial);
      const sure = fits.filter((fit) => fit === yes).length;
      if (sure > 1)
        return trial.refuse(() => `fits ${String(sure)} of the forms of which it may fit only one`);
      const fit = fits.reduce(greatest, no);
      if (fit === no) return explainNone(subs, value, trial);
      return fits.includes(unsure) ? unsure : yes;
    };
  },

  not(own, _, preparing) {
    const forbidden = preparing.sub(own);
    return (value, trial) => {
      const fit = opposite(tryOut(forbidden, value, trial));
      return fit === no
        ? trial.refuse(
            () => `must not be ${describeSchema(forbidden.shown) ?? 'of the form that the tool excludes'}`,
          )
        : fit;
    };
  },

  if(own, schema, preparing) {
    const condition = preparing.sub(own);
    const then = preparing.sub(schema['then'] ?? true);
    const otherwise = preparing.sub(schema['else'] ?? true);
    return (value, trial) => {
      const fit = tryOut(condition, value, trial);
      if (fit === unsure) return unsure;
      return (fit === yes ? then : otherwise).check(value, trial);
    };
  },

  $ref: (own, _, preparing) => (typeof own === 'string' ? preparing.ref(own) : undecided),

  // These decide something that is not followed here.
  $dynamicRef: () => undecided,
  $recursiveRef: () => undecided,
  unevaluatedItems: () => undecided,
  unevaluatedProperties: () => undecided,
  format: () => undecided,
} satisfies Record<string, Keyword>;

function subsOf(own: Json, preparing: Preparing): readonly Subschema[] | undefined {
  return Array.isArray(own) ? (own as readonly Json[]).map((schema) => preparing.sub(schema)) : undefined;
}

function tryOut({ check }: Subschema, value: Json, trial: Trial): Fit {
  trial.hush();
  const fit = check(value, trial);
  trial.speak();
  return fit;
}

function quietly(subs: readonly Subschema[], value: Json, trial: Trial): readonly Fit[] {
  return subs.map((sub) => tryOut(sub, value, trial));
}

/** If it is clear which form was meant, what is wrong with that one; otherwise which forms there are. */
function explainNone(subs: readonly Subschema[], value: Json, trial: Trial): Fit {
  const [meant, ...others] = trial.isHushed ? [] : subs.filter(({ shown }) => isMeant(shown, value));
  if (meant && others.length === 0) return meant.check(value, trial);
  return trial.refuse(() => {
    const forms = subs.map(({ shown }) => describeSchema(shown)).filter((form) => form !== undefined);
    const wanted =
      forms.length === subs.length
        ? `must be ${either(forms)}`
        : 'must be of one of the forms that the tool has';
    return `${wanted}, not ${describeValue(value, trial.key)}`;
  });
}
