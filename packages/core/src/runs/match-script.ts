import type { ModelScript, ScriptedReply } from '@patchbay/contracts';
import { compileGlob } from '../policies/glob.ts';

/** What a scripted model can see of a request. */
export interface ScriptedRequest {
  /** From 1: how many replies there are already, and one. */
  readonly turn: number;
  /** The last message or result of a tool. */
  readonly last: string;
  readonly prompt: string;
  readonly tools: readonly string[];
}

/**
 * The first reply whose `when` is true. One without `when` is for the turn of its own place in the list, so that a
 * plain list is said from top to bottom. Nothing is remembered: a run that goes on elsewhere goes on here too.
 */
export function matchScript({ replies }: ModelScript, request: ScriptedRequest): ScriptedReply | undefined {
  return replies.find(({ when }, at) =>
    Object.keys(when).length === 0 ? request.turn === at + 1 : isTrue(when, request),
  );
}

function isTrue(when: ScriptedReply['when'], { turn, last, prompt, tools }: ScriptedRequest): boolean {
  const matches = (glob: string | undefined, texts: readonly string[]): boolean =>
    glob === undefined || texts.some((text) => compileGlob(glob).matches(text));
  const isTurn = when.turn === undefined || when.turn === turn;
  return isTurn && matches(when.last, [last]) && matches(when.prompt, [prompt]) && matches(when.tool, tools);
}
