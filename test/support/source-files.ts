import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The files that belong to the project: what git tracks or would track, and nothing it ignores. */
export function sourceFiles(...patterns: readonly string[]): SourceFile[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const paths = execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return paths.filter((path) => existsSync(path)).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
