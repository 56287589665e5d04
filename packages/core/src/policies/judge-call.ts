import type { ReadyCall } from '../calls/call.ts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import type { Clock } from '../clock.ts';
import type { Rules } from './rules.ts';
import type { Verdict } from './verdict.ts';

export interface JudgeCallDeps {
  /** As they stand now. Throws while they are not known; then nothing is allowed. */
  readonly rules: () => Rules;
  readonly toolDigest: ToolDigest;
  readonly clock: Clock;
}

export type JudgedParts = Pick<ReadyCall, 'principal' | 'via' | 'target' | 'args' | 'rules' | 'unlessRuled'>;

/** What the rules say about a call, from memory. */
export function createJudgeCall({ rules, toolDigest, clock }: JudgeCallDeps) {
  return ({ principal, via, target, args, rules: own = rules, unlessRuled }: JudgedParts): Verdict => {
    const { definition, server, name } = target.tool;
    return own().judge({
      server,
      tool: name,
      annotations: definition.annotations,
      isTrusted: target.supervisor.server.settings.trustAnnotations,
      toolDigest: () => toolDigest(definition),
      principal,
      via,
      args,
      at: clock.now(),
      unlessRuled,
    });
  };
}
