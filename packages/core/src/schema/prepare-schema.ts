import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import type { CompilePattern } from '../pattern.ts';
import { least, no, unsure, yes, type Fit } from './fit.ts';
import { undecided, type Check, type Keyword, type Preparing, type Subschema } from './keyword.ts';
import { ofAny } from './keywords/of-any.ts';
import { ofLists } from './keywords/of-lists.ts';
import { ofNumbers } from './keywords/of-numbers.ts';
import { ofObjects } from './keywords/of-objects.ts';
import { ofSchemas } from './keywords/of-schemas.ts';
import { ofTexts } from './keywords/of-texts.ts';
import { createMatcher, weightOf, type Matcher } from './matches.ts';
import { findAnchors, resolveRef } from './resolve-ref.ts';

const maxDepth = 32;
const maxSubschemas = 2_000;
/** What all patterns of a schema may weigh together: a few dozen milliseconds, once for each definition of a tool. */
const maxPatternWeight = 20_000;

const others: Readonly<Record<string, Keyword>> = {
  ...ofNumbers,
  ...ofTexts,
  ...ofLists,
  ...ofObjects,
  ...ofSchemas,
};

export interface PreparedSchema {
  readonly check: Check;
  /** Why nothing can be checked by it; undefined for a schema that can be used. */
  readonly excess: string | undefined;
  /** What it refers to elsewhere. Nothing is ever fetched: there, anything fits. */
  readonly foreign: readonly string[];
}

/** JSON Schema as tools use it, 2020-12 and draft 7, made ready to be asked again and again. */
export function prepareSchema(schema: JsonObject, compilePattern: CompilePattern): PreparedSchema {
  const preparation = new Preparation(schema, compilePattern);
  const { check } = preparation.sub(schema);
  preparation.followLinks();
  const { excess, foreign } = preparation;
  return { check: excess === undefined ? check : undecided, excess, foreign };
}

/** A reference, which may lead to a schema that is being prepared right now. */
interface Link {
  check: Check;
  readonly target: Json;
  readonly base: JsonObject;
}

class Preparation implements Preparing {
  excess: string | undefined;
  readonly foreign: string[] = [];
  readonly #root: JsonObject;
  readonly #compilePattern: CompilePattern;
  /** Until draft 7, what stands beside a reference does not count. */
  readonly #isOld: boolean;
  readonly #known = new Map<JsonObject, Subschema>();
  readonly #matchers = new Map<string, Matcher | undefined>();
  readonly #links: Link[] = [];
  /** Where addresses begin: the root, or a schema within that has an id of its own. */
  #base: JsonObject;
  #depth = 0;
  #patternWeight = 0;

  constructor(root: JsonObject, compilePattern: CompilePattern) {
    this.#root = root;
    this.#base = root;
    this.#compilePattern = compilePattern;
    this.#isOld = typeof root['$schema'] === 'string' && /draft-0[3-7]/.test(root['$schema']);
  }

  sub(schema: Json | undefined): Subschema {
    if (!isJsonObject(schema)) return { check: checkOfTruth(schema), shown: schema };
    const known = this.#known.get(schema);
    if (known) return known;
    this.excess ??= this.#excess();
    if (this.excess !== undefined) return { check: undecided, shown: undefined };
    const link = { check: undecided };
    const prepared: Subschema = {
      check: (value, trial) => link.check(value, trial),
      shown: this.#shown(schema),
    };
    this.#known.set(schema, prepared);
    link.check = this.#prepare(schema);
    return prepared;
  }

  ref(address: string): Check {
    const target = resolveRef(this.#base, address, () => findAnchors(this.#root));
    if (target === undefined) {
      this.foreign.push(address);
      return undecided;
    }
    const link: Link = { check: undecided, target, base: this.#base };
    this.#links.push(link);
    return (value, trial) => link.check(value, trial);
  }

  pattern(source: string): Matcher | undefined {
    const known = this.#matchers.get(source);
    if (known) return known;
    this.#patternWeight += weightOf(source);
    if (this.#patternWeight > maxPatternWeight) return undefined;
    const matcher = createMatcher(source, this.#compilePattern);
    this.#matchers.set(source, matcher);
    return matcher;
  }

  /** One after the other: a chain of references is longer than the stack is deep. Following one may find more. */
  followLinks(): void {
    for (const link of this.#links) {
      this.#base = link.base;
      link.check = this.sub(link.target).check;
    }
  }

  #prepare(schema: JsonObject): Check {
    const { $id, $ref } = schema;
    const outer = this.#base;
    if (typeof $id === 'string' && !$id.startsWith('#')) this.#base = schema;
    this.#depth += 1;
    const isAlone = this.#isOld && typeof $ref === 'string';
    const check = isAlone ? this.ref($ref) : all(this.#checks(ofAny, schema), this.#checks(others, schema));
    this.#depth -= 1;
    this.#base = outer;
    return check;
  }

  #checks(keywords: Readonly<Record<string, Keyword>>, schema: JsonObject): readonly Check[] {
    return Object.entries(keywords).flatMap(([name, keyword]) => {
      const own = Object.hasOwn(schema, name) ? schema[name] : undefined;
      return own === undefined ? [] : [keyword(own, schema, this)];
    });
  }

  #excess(): string | undefined {
    if (this.#depth >= maxDepth) return `its schema is nested deeper than ${String(maxDepth)} levels`;
    if (this.#known.size >= maxSubschemas) return `its schema has more than ${String(maxSubschemas)} parts`;
    return undefined;
  }

  #shown(schema: JsonObject): Json {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    return resolveRef(this.#base, $ref, () => findAnchors(this.#root)) ?? schema;
  }
}

function checkOfTruth(schema: Json | undefined): Check {
  if (schema === true) return () => yes;
  if (schema === false) return (_, trial) => trial.refuse(() => 'must not be there');
  return undecided;
}

/** The first ones say what the value is at all; when it is not that, the others have nothing to add. */
function all(first: readonly Check[], rest: readonly Check[]): Check {
  return (value, trial) => {
    if (!trial.enter()) return unsure;
    let fit: Fit = yes;
    for (const check of first) if (fit !== no) fit = least(fit, check(value, trial));
    if (fit !== no)
      for (const check of rest) if (fit !== no || !trial.isHushed) fit = least(fit, check(value, trial));
    trial.leave();
    return fit;
  };
}
