import type { z } from 'zod';

/** A JSON Schema as it is written down. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** What describes a value: zod, or plain JSON Schema. */
export type AnySchema = z.ZodType | JsonSchema;

/** What may be given. */
export type InputOf<S> = S extends z.ZodType ? z.input<S> : FromJsonSchema<S>;
/** What it becomes once it is read: defaults are filled in. */
export type OutputOf<S> = S extends z.ZodType ? z.output<S> : FromJsonSchema<S>;

/** The type that a JSON Schema describes, as far as its common keywords say; otherwise unknown. */
export type FromJsonSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: 'array'; readonly items: infer I }
      ? FromJsonSchema<I>[]
      : S extends { readonly type: 'object'; readonly properties: infer P }
        ? FromProperties<P, S extends { readonly required: readonly (infer R)[] } ? R : never>
        : S extends { readonly type: infer T extends keyof Primitives }
          ? Primitives[T]
          : unknown;

interface Primitives {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
  array: unknown[];
  object: Record<string, unknown>;
}

type FromProperties<P, R> = Flat<
  { -readonly [K in keyof P as K extends R ? K : never]: FromJsonSchema<P[K]> } & {
    -readonly [K in keyof P as K extends R ? never : K]?: FromJsonSchema<P[K]>;
  }
>;

type Flat<T> = { [K in keyof T]: T[K] };
