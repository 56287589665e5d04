import type { CallTool } from './call.ts';
import { approve, type ApproveDeps } from './stages/approve.ts';
import { audit, type AuditDeps } from './stages/audit.ts';
import { catchUp, type CatchUpDeps } from './stages/catch-up.ts';
import { cut, type CutDeps } from './stages/cut.ts';
import { foresee, type ForeseeDeps } from './stages/foresee.ts';
import { guard, type GuardDeps } from './stages/guard.ts';
import { invoke, type InvokeDeps } from './stages/invoke.ts';
import { journal, type JournalStageDeps } from './stages/journal.ts';
import { judge, type JudgeDeps } from './stages/judge.ts';
import { limit, type LimitDeps } from './stages/limit.ts';
import { mask, type MaskDeps } from './stages/mask.ts';
import { parse, type ParseDeps } from './stages/parse.ts';
import { recover, type RecoverDeps } from './stages/recover.ts';
import { spend, type SpendDeps } from './stages/spend.ts';
import { summarise, type SummariseDeps } from './stages/summarise.ts';
import { trace, type TraceDeps } from './stages/trace.ts';
import { validate, type ValidateDeps } from './stages/validate.ts';
import { startWith } from './way.ts';

export type CallToolDeps = AuditDeps &
  TraceDeps &
  LimitDeps &
  CutDeps &
  SummariseDeps &
  MaskDeps &
  ParseDeps &
  JudgeDeps &
  ForeseeDeps &
  ApproveDeps &
  SpendDeps &
  ValidateDeps &
  GuardDeps &
  JournalStageDeps &
  RecoverDeps &
  InvokeDeps &
  CatchUpDeps;

/**
 * The one path of a tool call, whoever makes it. Outermost first; an answer comes back through the same list
 * in reverse. A new concern is a new line here and a file in stages/.
 */
export function createCallTool(deps: CallToolDeps): CallTool {
  return startWith(audit(deps)) // sees every call and every refusal
    .via(trace(deps)) // what it belongs to, and what belongs to it
    .via(limit(deps)) // how many the hub takes at once
    .via(cut(deps)) // how much of an answer goes back
    .via(summarise(deps)) // in fewer words, for a model
    .via(mask(deps)) // what of an answer must not be shown
    .via(catchUp(deps)) // has its server just said that its tools are others
    .via(parse(deps)) // what will run
    .via(judge(deps)) // may it run
    .via(validate(deps)) // can it run
    .via(foresee(deps)) // would a limit refuse it, before anybody is asked
    .via(approve(deps)) // does somebody agree
    .via(spend(deps)) // what its caller may still use
    .via(guard(deps)) // is its server fit to take it
    .via(journal(deps)) // on disk before it is sent
    .via(recover(deps)) // what to do when the connection fails
    .to(invoke(deps));
}
