import type { Json, JsonObject } from '@patchbay/contracts';
import { nativePatterns } from '@patchbay/testkit';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { no, yes } from './fit.ts';
import { prepareSchema } from './prepare-schema.ts';
import { Trial } from './trial.ts';

/** Few names and few values, so that schemas and values meet. */
const name = fc.constantFrom('a', 'b', 'ab', 'c');
const scalar = fc.constantFrom<Json>(
  '',
  'a',
  'ab',
  'abc',
  '\u{1F600}b',
  0,
  1,
  2,
  3,
  2.5,
  -1,
  true,
  false,
  null,
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 3, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }) },
  ),
}));

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const size = fc.nat(3);
const few = { maxKeys: 2, noNullPrototype: true };
const limit = fc.constantFrom(-1, 0, 1, 2, 2.5, 3);
const source = fc.constantFrom('^a', 'b$', '^[a-b]+$', '^.$', '(a|c)+', '^(?:ab)?$');

/** Keywords that say something about each other. */
const related = [
  ['properties', 'patternProperties', 'additionalProperties', 'required'],
  ['prefixItems', 'items', 'additionalItems'],
  ['contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
];

/** Ajv heeds a type beside a reference in draft 7, and lets an empty list contain what another did: both kept apart. */
function pick(keywords: Record<string, fc.Arbitrary<unknown>>, names: readonly string[]) {
  const kept = names.filter((key) => key !== 'type' || !names.includes('$ref'));
  const chosen = kept.map((key) => [key, keywords[key] ?? fc.constant(true)] as const);
  return Object.fromEntries(names.includes('contains') ? [...chosen, ['minItems', fc.constant(1)]] : chosen);
}

/** The same keywords for both drafts, and those that only one of them has. */
function schemaOf(own: (sub: fc.Arbitrary<Json>) => Record<string, fc.Arbitrary<unknown>>) {
  return fc.letrec<{ schema: Json }>((tie) => {
    const sub = tie('schema');
    const subs = fc.array(sub, { minLength: 1, maxLength: 3 });
    const keywords: Record<string, fc.Arbitrary<unknown>> = {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (one) => JSON.stringify(one) }),
      const: value,
      minimum: limit,
      maximum: limit,
      exclusiveMinimum: limit,
      exclusiveMaximum: limit,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: size,
      maxLength: size,
      pattern: source,
      minItems: size,
      maxItems: size,
      uniqueItems: fc.boolean(),
      contains: sub,
      minProperties: size,
      maxProperties: size,
      required: fc.uniqueArray(name, { maxLength: 2 }),
      properties: fc.dictionary(name, sub, { maxKeys: 3, noNullPrototype: true }),
      patternProperties: fc.dictionary(source, sub, few),
      additionalProperties: sub,
      propertyNames: sub,
      allOf: subs,
      anyOf: subs,
      oneOf: subs,
      ...Object.fromEntries(['not', 'if', 'then', 'else'].map((word) => [word, sub])),
      ...own(sub),
    };
    const one = fc.constantFrom(...Object.keys(keywords));
    const some = fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
    const object = fc
      .oneof(some, fc.constantFrom(...related.map((words) => words.filter((word) => word in keywords))))
      .chain((names) => fc.record(pick(keywords, names)));
    return {
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 1, arbitrary: fc.boolean() },
        { weight: 8, arbitrary: object as fc.Arbitrary<Json> },
      ),
    };
  }).schema;
}

type Own = Parameters<typeof schemaOf>[0];

const modern: Own = (sub) => ({
  prefixItems: fc.array(sub, { minLength: 1, maxLength: 2 }),
  items: sub,
  minContains: size,
  maxContains: size,
  dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), few),
  dependentSchemas: fc.dictionary(name, sub, few),
});

const older: Own = (sub) => ({
  items: fc.oneof(sub, fc.array(sub, { minLength: 1, maxLength: 2 })),
  additionalItems: sub,
  dependencies: fc.dictionary(name, fc.oneof(sub, fc.uniqueArray(name, { maxLength: 2 })), few),
});

/** Always the same: ajv has faults of its own, and which of them a new seed finds says nothing about a change here. */
const sample = { numRuns: 1_500, seed: 1 };
const lenient = { strict: false, validateSchema: false, logger: false } as const;

/** A schema, two to refer to, and values. Those referred to do not refer: without an end, nobody would be right. */
function trialOf(own: Own, addresses: readonly string[]) {
  const $ref = fc.constantFrom(...addresses);
  return fc.record({
    schema: schemaOf((sub) => ({ ...own(sub), $ref })),
    one: schemaOf(own),
    two: schemaOf(own),
    tried: fc.array(value, { minLength: 1, maxLength: 5 }),
  });
}

function fitOf(schema: JsonObject, tried: Json) {
  return prepareSchema(schema, nativePatterns).check(tried, new Trial());
}

/** Undefined where the code that ajv writes fails. */
function judge(ajv: Ajv | Ajv2020, schema: JsonObject, tried: Json) {
  try {
    return ajv.validate(schema, tried) ? yes : no;
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

interface Question {
  readonly ajv: Ajv | Ajv2020;
  readonly schema: JsonObject;
  readonly tried: readonly Json[];
}

function answers({ ajv, schema, tried }: Question) {
  const theirs = tried.map((one) => judge(ajv, schema, one));
  fc.pre(!theirs.includes(undefined));
  return { theirs, ours: tried.map((one) => fitOf(schema, one)) };
}

describe('a value and a schema', () => {
  it('are judged as ajv judges them, by 2020-12', () => {
    fc.assert(
      fc.property(trialOf(modern, ['#/$defs/one', '#/$defs/two', '#two']), ({ schema, one, two, tried }) => {
        const whole = { allOf: [schema], $defs: { one, two: { allOf: [two], $anchor: 'two' } } };
        const { ours, theirs } = answers({ ajv: new Ajv2020(lenient), schema: whole, tried });
        expect(ours).toEqual(theirs);
      }),
      sample,
    );
  });

  it('are judged as ajv judges them, by draft 7', () => {
    fc.assert(
      fc.property(
        trialOf(older, ['#/definitions/one', '#/definitions/two']),
        ({ schema, one, two, tried }) => {
          const $schema = 'http://json-schema.org/draft-07/schema#';
          const whole = { $schema, allOf: [schema], definitions: { one, two } };
          const ajv = new Ajv({ ...lenient, ignoreKeywordsWithRef: true });
          const { ours, theirs } = answers({ ajv, schema: whole, tried });
          expect(ours).toEqual(theirs);
        },
      ),
      sample,
    );
  });
});
