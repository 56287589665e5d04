import type { Json, JsonObject } from '@patchbay/contracts';
import { unsure, type Fit } from './fit.ts';
import type { Matcher } from './matches.ts';
import type { Trial } from './trial.ts';

export type Check = (value: Json, trial: Trial) => Fit;

/** A schema inside another, ready to be asked. */
export interface Subschema {
  readonly check: Check;
  /** What it says, behind its references; for messages only. */
  readonly shown: Json | undefined;
}

/** What the keywords of a schema need of the rest of it. */
export interface Preparing {
  sub(schema: Json | undefined): Subschema;
  /** What a reference leads to. */
  ref(address: string): Check;
  /** Undefined for one that cannot be read, or not at a price that a call can pay. */
  pattern(source: string): Matcher | undefined;
}

/** Makes a check of what a keyword says, beside what the others of the same schema say. */
export type Keyword = (own: Json, schema: JsonObject, preparing: Preparing) => Check;

/** For what a schema says and this does not understand. */
export const undecided: Check = () => unsure;
