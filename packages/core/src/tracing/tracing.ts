import { PatchbayError } from '@patchbay/contracts';
import type { TraceContext } from './trace-context.ts';

/** Never arguments, results or secrets: spans leave the hub. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  readonly name: string;
  /** Whether somebody outside asked for it, somebody outside is asked, or neither. */
  readonly kind: 'server' | 'client' | 'internal';
  /** What it belongs to; without one a trace begins. */
  readonly parent: TraceContext | undefined;
  readonly attributes?: SpanAttributes | undefined;
  /** Now, if not given. */
  readonly startedAt?: Date | undefined;
}

export interface SpanEnd {
  /** In place of the first one, where more is known at the end. */
  readonly name?: string | undefined;
  readonly attributes?: SpanAttributes | undefined;
  /** Why it failed, if it did: the code of an error. */
  readonly error?: string | undefined;
  /** Now, if not given. */
  readonly endedAt?: Date | undefined;
}

export interface Span {
  /** For whatever it asks of others. */
  readonly context: TraceContext | undefined;
  end(how?: SpanEnd): void;
}

/** Port. Must not throw, and must not keep anybody waiting. */
export interface Tracing {
  /** Without it, nobody need ask who could do without. */
  readonly isOn: boolean;
  begin(start: SpanStart): Span;
}

/** Traces of others go through as they came. */
export const noTracing: Tracing = {
  isOn: false,
  begin: ({ parent }) => ({ context: parent, end() {} }),
};

/** Does something as a span of its own. `describe` says what came of it. */
export async function traced<T>(
  tracing: Tracing,
  start: SpanStart & { readonly describe?: ((result: T) => SpanEnd) | undefined },
  work: (context: TraceContext | undefined) => Promise<T>,
): Promise<T> {
  if (!tracing.isOn) return work(start.parent);
  const span = tracing.begin(start);
  try {
    const result = await work(span.context);
    span.end(start.describe?.(result));
    return result;
  } catch (error) {
    span.end({ error: errorTypeOf(error) });
    throw error;
  }
}

export function errorTypeOf(error: unknown): string {
  return PatchbayError.is(error) ? error.code : 'UNEXPECTED';
}
