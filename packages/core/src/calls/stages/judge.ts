import type { ReadyCall, Stage } from '../call.ts';

/** Whether the call may run. Without policies every call of a principal who may call does. */
export function judge(): Stage<ReadyCall> {
  return (next) => next;
}
