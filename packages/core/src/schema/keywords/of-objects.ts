import { isJsonObject, suggest, type Json, type JsonObject } from '@patchbay/contracts';
import { describeSchema } from '../describe-schema.ts';
import { cutText } from '../describe-value.ts';
import { greatest, least, no, unsure, yes, type Fit } from '../fit.ts';
import { undecided, type Check, type Keyword, type Preparing, type Subschema } from '../keyword.ts';
import { matches, type Matcher } from '../matches.ts';
import type { Trial } from '../trial.ts';

export const ofObjects = {
  minProperties: count('at least', (size, limit) => size >= limit),
  maxProperties: count('at most', (size, limit) => size <= limit),

  required(own, { properties }) {
    if (!isNames(own)) return undecided;
    const schemas = isJsonObject(properties) ? properties : {};
    return onObjects((value, trial) =>
      own.reduce<Fit>((fit, name) => least(fit, has(value, name) ? yes : missing(name, schemas, trial)), yes),
    );
  },

  properties(own, _, preparing) {
    if (!isJsonObject(own)) return undecided;
    const subs = Object.entries(own).map(([name, schema]) => ({ name, sub: preparing.sub(schema) }));
    return onObjects((value, trial) =>
      subs.reduce<Fit>(
        (fit, { name, sub }) => (has(value, name) ? least(fit, checkAt(sub, { value, name }, trial)) : fit),
        yes,
      ),
    );
  },

  patternProperties(own, _, preparing) {
    if (!isJsonObject(own)) return undecided;
    const subs = Object.entries(own).map(([source, schema]) => ({
      pattern: preparing.pattern(source),
      sub: preparing.sub(schema),
    }));
    return eachProperty((place, trial) =>
      subs.reduce<Fit>((fit, { pattern, sub }) => {
        const match = matches(pattern, place.name, trial);
        return match === no ? fit : least(fit, match === yes ? checkAt(sub, place, trial) : unsure);
      }, yes),
    );
  },

  additionalProperties(own, { properties, patternProperties }, preparing) {
    const names = new Set(isJsonObject(properties) ? Object.keys(properties) : []);
    const patterns = patternsOf(patternProperties, preparing);
    const sub = preparing.sub(own);
    return eachProperty((place, trial) => {
      const isNamed = names.has(place.name) ? yes : isMatched(patterns, place.name, trial);
      if (isNamed !== no) return isNamed;
      return own === false ? unknownName(place.name, [...names], trial) : checkAt(sub, place, trial);
    });
  },

  propertyNames(own, _, preparing) {
    const sub = preparing.sub(own);
    return eachProperty(({ name }, trial) => {
      trial.hush();
      const fit = sub.check(name, trial);
      trial.speak();
      return fit === no ? trial.refuse(() => `must not have a key "${cutText(name)}"`) : fit;
    });
  },

  dependentRequired: (own, schema, preparing) => dependencies(own, schema, preparing),
  dependentSchemas: (own, schema, preparing) => dependencies(own, schema, preparing),
  /** Both of them, in older drafts. */
  dependencies,
} satisfies Record<string, Keyword>;

type ObjectCheck = (value: JsonObject, trial: Trial) => Fit;

function onObjects(check: ObjectCheck): Check {
  return (value, trial) => (isJsonObject(value) ? check(value, trial) : yes);
}

interface Place {
  readonly value: JsonObject;
  readonly name: string;
}

function eachProperty(check: (place: Place, trial: Trial) => Fit): Check {
  return onObjects((value, trial) => {
    let fit: Fit = yes;
    for (const name of Object.keys(value)) {
      if (!trial.spend(1)) return unsure;
      if (value[name] !== undefined) fit = least(fit, check({ value, name }, trial));
    }
    return fit;
  });
}

/** A program may hand over a key without a value; as JSON it is not there. */
function has(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

function checkAt({ check }: Subschema, { value, name }: Place, trial: Trial): Fit {
  trial.descend(name);
  const fit = check(value[name] ?? null, trial);
  trial.ascend();
  return fit;
}

function missing(name: string, schemas: JsonObject, trial: Trial): Fit {
  trial.descend(name);
  const wanted = describeSchema(Object.hasOwn(schemas, name) ? schemas[name] : undefined);
  trial.refuse(() => (wanted === undefined ? 'is missing' : `is missing: ${wanted}`));
  trial.ascend();
  return no;
}

function unknownName(name: string, known: readonly string[], trial: Trial): Fit {
  trial.descend(name);
  trial.refuse(() => {
    const meant = name.length <= 100 ? suggest(name, known.slice(0, 100)) : undefined;
    return meant === undefined
      ? 'is not known to the tool'
      : `is not known to the tool (did you mean "${meant}"?)`;
  });
  trial.ascend();
  return no;
}

function count(words: string, fits: (size: number, limit: number) => boolean): Keyword {
  return (own) => {
    if (typeof own !== 'number') return undecided;
    return onObjects((value, trial) => {
      const size = Object.values(value).filter((member) => member !== undefined).length;
      if (fits(size, own)) return yes;
      return trial.refuse(() => `must have ${words} ${String(own)} keys, not ${String(size)}`);
    });
  };
}

function patternsOf(own: Json | undefined, preparing: Preparing): readonly (Matcher | undefined)[] {
  return isJsonObject(own) ? Object.keys(own).map((source) => preparing.pattern(source)) : [];
}

function isMatched(patterns: readonly (Matcher | undefined)[], name: string, trial: Trial): Fit {
  return patterns.reduce<Fit>((fit, pattern) => greatest(fit, matches(pattern, name, trial)), no);
}

/** What has one key must have others too, or fit another schema. */
function dependencies(own: Json, _: JsonObject, preparing: Preparing): Check {
  if (!isJsonObject(own)) return undecided;
  const subs = Object.entries(own).map(([name, wanted]) => ({
    name,
    sub: preparing.sub(Array.isArray(wanted) ? { required: wanted } : wanted),
  }));
  return onObjects((value, trial) =>
    subs.reduce<Fit>(
      (fit, { name, sub }) => (has(value, name) ? least(fit, sub.check(value, trial)) : fit),
      yes,
    ),
  );
}

function isNames(own: Json): own is readonly string[] {
  return Array.isArray(own) && own.every((name) => typeof name === 'string');
}
