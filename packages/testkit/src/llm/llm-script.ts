import type { ModelScript, ScriptedReply } from '@patchbay/contracts';
import { matchScript, type ScriptedRequest } from '@patchbay/core';

/** What the script says to a request. Failures are counted for each reply, since nothing in a request tells. */
export function createLlmScript(script: ModelScript) {
  const failures = new Map<ScriptedReply, number>();
  return (
    request: ScriptedRequest,
  ): { readonly reply: ScriptedReply | undefined; readonly isFailing: boolean } => {
    const reply = matchScript(script, request);
    const failed = reply ? (failures.get(reply) ?? 0) : 0;
    const isFailing = reply?.fail !== undefined && failed < (reply.fail.times ?? Number.POSITIVE_INFINITY);
    if (reply && isFailing) failures.set(reply, failed + 1);
    return { reply, isFailing };
  };
}
