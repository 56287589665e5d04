/** Why something failed, in the words of whoever failed. For messages and logs, never to branch on. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || error.name;
}
