import type { Compilable } from 'kysely';
import type { Engine } from '../engine.ts';

/**
 * A step of the schema. All of its statements and the note that it was done are one unit, so a process that is
 * killed in the middle leaves the database as it was. Never edit one that was released; add the next.
 */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: (engine: Engine) => readonly Compilable[];
}
