import { fail } from '@patchbay/contracts';
import type { Context } from './command.ts';

/** Asks before something that cannot be undone. A script must say --yes instead. */
export async function confirmed(
  { isInteractive, confirm, err }: Context,
  question: string,
): Promise<boolean> {
  if (!isInteractive) {
    const message = 'Nobody is here to confirm. Add --yes to go ahead.';
    throw fail('INPUT_INVALID', { problems: [{ path: '', message }] });
  }
  const yes = await confirm(question);
  if (!yes) err('Nothing was changed.');
  return yes;
}
