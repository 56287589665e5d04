/** One thing wrong with what somebody gave us: where it is, and what to change. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

export function listProblems(problems: readonly Problem[]): string {
  return problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('\n');
}
