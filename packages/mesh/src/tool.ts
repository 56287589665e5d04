import type { JsonObject } from '@patchbay/contracts';
import type { LlmFor, LlmNeed } from './llm/llm.ts';
import type { InjectedAll } from './need.ts';
import type { AnySchema, InputOf, OutputOf } from './schema/schema.ts';

/** What a handler may know of the call that it serves. */
export interface CallInfo {
  /** Aborts when the caller left or the time is up. */
  readonly signal: AbortSignal;
  readonly traceId: string;
  /** Headers of the caller that are on the allow-list, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Tells a caller who wants to know how it goes. */
  progress(message: string): void;
}

/** What every kind of tool says about itself. */
export interface ToolFacts<I, O> {
  /** What others ask for. Default: the name of the tool. */
  readonly capability?: string;
  readonly tags?: readonly string[];
  /** Default: that of the agent. */
  readonly version?: string;
  readonly description?: string;
  /** What it takes: zod or JSON Schema. Without it, any object. */
  readonly input?: I;
  /** What it answers. Its own answers are checked against it. */
  readonly output?: O;
  /** How long a result is awaited. Default: 30 s. Callers are told, so that they wait as long. */
  readonly timeoutMs?: number;
  /** What callers should know besides. */
  readonly kwargs?: JsonObject;
}

type ToolInput<I> = I extends AnySchema ? OutputOf<I> : Record<string, unknown>;
type ToolOutput<O> = O extends AnySchema ? InputOf<O> : unknown;
/** Pieces of text become one text, and those who want them get them as they come. */
type ToolReturn<O> = ToolOutput<O> | Promise<ToolOutput<O>> | AsyncIterable<string>;

/** Everything that was declared above a tool, and its own LLM. */
type Mesh<N, L> = L extends LlmNeed ? InjectedAll<N> & { readonly llm: LlmFor<L> } : InjectedAll<N>;

export interface Tool<I, O, N, L> extends ToolFacts<I, O> {
  /** A model for this tool, injected as `mesh.llm`. */
  readonly llm?: L;
  run(input: ToolInput<I>, mesh: Mesh<N, L>, call: CallInfo): ToolReturn<O>;
}

/** A tool in a thread of its own: it may compute for as long as it likes without holding up anything else. */
export interface IsolatedTool<I, O> extends ToolFacts<I, O> {
  /** A module that exports `run(input)`: `new URL('./crunch.ts', import.meta.url)`. */
  readonly module: URL;
}

/** As an agent holds it, so that a test can call it with whatever `mesh` it likes. */
export interface DefinedTool<I, O, N, L> extends ToolFacts<I, O> {
  run(input: ToolInput<I>, mesh: Mesh<N, L>, call?: CallInfo): ToolReturn<O>;
}
