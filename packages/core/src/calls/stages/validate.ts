import { fail } from '@patchbay/contracts';
import { createCheckArguments, type CheckArgumentsDeps } from '../../schema/check-arguments.ts';
import type { JudgedCall, ReadyCall, Stage } from '../call.ts';

export type ValidateDeps = CheckArgumentsDeps;

/** What does not fit the tool's schema is told before anything is sent. It is never made to fit. */
export function validate(deps: ValidateDeps): Stage<JudgedCall> {
  const check = createCheckArguments(deps);
  return (next) => (call) => {
    const { tool, supervisor } = call.target;
    const wrong = supervisor.server.settings.checkArguments ? check(tool, call.args) : undefined;
    if (wrong !== undefined) throw fail('ARGUMENTS_INVALID', { reason: `${wrong}${hintFor(call)}` });
    return next(call);
  };
}

/** Whoever made a mistake in their JSON must learn that it was not taken for JSON. */
function hintFor({ arguments: given, args }: ReadyCall): string {
  if (typeof given !== 'string' || args['input'] !== given.trim()) return '';
  return ' The text was taken as "input", since it is neither JSON nor YAML nor key: value.';
}
