/** In a sentence. fetch hides what happened in its cause. */
export function describeFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.endsWith('.') ? text : `${text}.`;
}
