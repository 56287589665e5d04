import { readFileSync } from 'node:fs';
import { fail } from '@patchbay/contracts';

/** A file that a flag names. */
export function readText(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : String(error);
    const message =
      why === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${String(why)}.`;
    throw fail('INPUT_INVALID', { problems: [{ path: flag, message }] }, error);
  }
}
