import { fail } from '@patchbay/contracts';
import type { JudgedCall, Stage } from '../call.ts';

/** What is missing is told before anything is sent; the rest of the schema is the server's to check. */
export function validate(): Stage<JudgedCall> {
  return (next) => (call) => {
    const { required } = call.target.tool.inputSchema;
    const missing = Array.isArray(required)
      ? required.filter((name) => typeof name === 'string' && !Object.hasOwn(call.args, name))
      : [];
    if (missing.length > 0)
      throw fail('ARGUMENTS_INVALID', { reason: `"${missing.join('", "')}" is missing.` });
    return next(call);
  };
}
