import type { AnySchema, InputOf, OutputOf } from './schema/schema.ts';

/** `math` must be there, `+fast` is welcome, `-slow` must not be there; of an inner list one must be there. */
export type Tags = readonly (string | readonly string[])[];

/** Which capability is meant. */
export interface Selector {
  readonly capability?: string;
  readonly tags?: Tags;
  /** A range such as `>=1.2 <2`; a bare version means exactly that one. */
  readonly version?: string;
  readonly namespace?: string;
}

/** A capability that some other agent provides. */
export interface Need extends Selector {
  /** What the tool takes: zod or JSON Schema. Without it, any object. */
  readonly input?: AnySchema;
  /** What it answers. Answers are checked against it. */
  readonly output?: AnySchema;
  /** The handler gets undefined while nobody provides it, instead of not being called. */
  readonly optional?: boolean;
  /** The registry offers our tools only while somebody provides it. */
  readonly required?: boolean;
  /** The handler gets a function that returns the answer piece by piece. */
  readonly stream?: boolean;
  /** How long an answer is waited for: 30 s, or what the provider asks for; a stream 300 s. */
  readonly timeoutMs?: number;
  /** How often a call is tried that could not be delivered. Default: once. */
  readonly attempts?: number;
  /** Take only providers whose output schema is the same (`strict`) or has at least the same fields (`subset`). */
  readonly match?: 'strict' | 'subset';
}

type NeedInput<C> = C extends { readonly input: infer I } ? InputOf<I> : Record<string, unknown>;
type NeedOutput<C> = C extends { readonly output: infer O } ? OutputOf<O> : unknown;

/** What a handler receives for a capability that it asked for: a plain function. */
export type Injected<C> = C extends { readonly stream: true }
  ? (input: NeedInput<C>) => AsyncIterable<string>
  : (input: NeedInput<C>) => Promise<NeedOutput<C>>;

export type Needs = Readonly<Record<string, Need>>;
export type InjectedAll<N> = {
  readonly [K in keyof N]: N[K] extends { readonly optional: true }
    ? Injected<N[K]> | undefined
    : Injected<N[K]>;
};
