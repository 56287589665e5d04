import type { ToolResult } from '@patchbay/contracts';
import type { AskedCall, CallTool, ReadyCall, Stage, Step } from './call.ts';
import { audit, type AuditDeps } from './stages/audit.ts';
import { cut, type CutDeps } from './stages/cut.ts';
import { guard, type GuardDeps } from './stages/guard.ts';
import { invoke } from './stages/invoke.ts';
import { journal, type JournalStageDeps } from './stages/journal.ts';
import { judge } from './stages/judge.ts';
import { limit, type LimitDeps } from './stages/limit.ts';
import { parse, type ParseDeps } from './stages/parse.ts';
import { recover, type RecoverDeps } from './stages/recover.ts';
import { validate } from './stages/validate.ts';

export type CallToolDeps = AuditDeps &
  LimitDeps &
  CutDeps &
  ParseDeps &
  GuardDeps &
  JournalStageDeps &
  RecoverDeps;

/**
 * The one path of a tool call, whoever makes it. Outermost first; an answer comes back through the same list
 * in reverse. A new concern is a new line here and a file in stages/.
 */
export function createCallTool(deps: CallToolDeps): CallTool {
  const asked: readonly Stage<AskedCall>[] = [
    audit(deps), // sees every call and every refusal
    limit(deps), // how many the hub takes at once
    cut(deps), // how much of an answer goes back
  ];
  const ready: readonly Stage<ReadyCall>[] = [
    judge(), // may it run
    validate(), // can it run
    guard(deps), // is its server fit to take it
    journal(deps), // on disk before it is sent
    recover(deps), // what to do when the connection fails
  ];
  return stack(asked, parse(deps)(stack(ready, invoke(deps))));
}

function stack<C>(stages: readonly Stage<C>[], last: Step<C>): Step<C> {
  return stages.reduceRight<(call: C) => Promise<ToolResult>>((next, stage) => stage(next), last);
}
