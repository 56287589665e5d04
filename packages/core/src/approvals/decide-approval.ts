import { fail, type ApprovalStatus, type JsonObject } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { JudgedMatter } from '../calls/call.ts';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import type { Clock } from '../clock.ts';
import type { ApprovalId } from '../ids.ts';
import type { Verdict } from '../policies/verdict.ts';
import { followers, type Approval, type ApprovalStore } from './approval.ts';
import type { Approvals } from './approvals.ts';
import { boundTarget, type BoundTargetDeps } from './bound-target.ts';

export interface DecideDeps extends BoundTargetDeps {
  readonly store: ApprovalStore;
  readonly approvals: Pick<Approvals, 'ended' | 'textOf'>;
  readonly clock: Clock;
  readonly judge: (call: JudgedMatter) => Verdict;
  /** What is wrong with these arguments for the tool, if anything is. */
  readonly checkArguments: (tool: CatalogTool, args: JsonObject) => string | undefined;
  /** An approved call must be sent within this time. */
  readonly timeoutMs: number;
  /** Nobody decides about their own calls. */
  readonly fourEyes: boolean;
}

export interface Answer {
  readonly approved: boolean;
  /** Run these instead of what was asked for. */
  readonly arguments?: JsonObject | undefined;
  readonly reason?: string | undefined;
  /** What the one who decides saw; checked when given. */
  readonly argsDigest?: string | undefined;
  readonly nonce?: string | undefined;
}

/** Somebody's answer to a question. It counts once, in time, and only for what they saw. */
export function createDecideApproval(deps: DecideDeps) {
  const { store, approvals, clock } = deps;

  return async function decide(id: ApprovalId, answer: Answer, by: Principal): Promise<Approval> {
    const approval = await store.find(id);
    if (!approval) throw fail('APPROVAL_NOT_FOUND', { id });
    refuseUnlessPending(approval, clock.now());
    refuseOtherSight(approval, answer);
    if (deps.fourEyes && approval.principal.id === by.id) throw fail('APPROVAL_OWN', { id });
    const decided = answer.approved ? approve(deps, approval, answer) : approval;
    const now = clock.now();
    const moved: Approval = {
      ...decided,
      ...moveTo(approval, answer.approved ? 'APPROVED' : 'REJECTED'),
      expiresAt: answer.approved ? new Date(now.getTime() + deps.timeoutMs) : approval.expiresAt,
      decision: { by: by.id, byName: by.name, at: now, reason: answer.reason },
    };
    if (!(await store.move(moved, approval.status))) return refuseLate(store, id, now);
    approvals.ended(moved);
    return moved;
  };
}

/** Who asked takes the question back. */
export function createWithdrawApproval({ store, approvals }: Pick<DecideDeps, 'store' | 'approvals'>) {
  return async function withdraw(id: ApprovalId, by: Principal): Promise<void> {
    const approval = await store.find(id);
    if (!approval || approval.principal.id !== by.id) throw fail('APPROVAL_NOT_FOUND', { id });
    if (!followers[approval.status].includes('WITHDRAWN'))
      throw fail('APPROVAL_DECIDED', { id, status: approval.status });
    const moved = { ...approval, ...moveTo(approval, 'WITHDRAWN') };
    if (!(await store.move(moved, approval.status))) throw fail('APPROVAL_DECIDED', { id, status: 'USED' });
    approvals.ended(moved);
  };
}

function moveTo({ id, status }: Approval, next: ApprovalStatus): Pick<Approval, 'status'> {
  if (!followers[status].includes(next)) throw fail('APPROVAL_DECIDED', { id, status });
  return { status: next };
}

/** The arguments that will run: as they were asked for, or as they were edited, if those may and can run too. */
function approve(deps: DecideDeps, approval: Approval, { arguments: edited }: Answer): Approval {
  const target = boundTarget(deps, approval);
  if (!edited) return approval;
  const isChecked = target.supervisor.server.settings.checkArguments;
  const wrong = isChecked ? deps.checkArguments(target.tool, edited) : undefined;
  if (wrong !== undefined) throw fail('ARGUMENTS_INVALID', { reason: wrong });
  const { principal, via, server: serverId, tool } = approval;
  const { decision, reason } = deps.judge({ principal, via, target, args: edited });
  if (decision === 'deny') throw fail('CALL_DENIED', { serverId, tool, reason });
  return { ...approval, args: deps.approvals.textOf(edited) };
}

function refuseUnlessPending({ id, status, expiresAt }: Approval, now: Date): void {
  if (status === 'EXPIRED' || (status === 'PENDING' && expiresAt <= now))
    throw fail('APPROVAL_EXPIRED', { id });
  if (status !== 'PENDING') throw fail('APPROVAL_DECIDED', { id, status });
}

function refuseOtherSight({ id, args, nonce }: Approval, answer: Answer): void {
  const isOther = answer.argsDigest !== undefined && answer.argsDigest !== args.digest;
  if (isOther || (answer.nonce !== undefined && answer.nonce !== nonce))
    throw fail('APPROVAL_MISMATCH', { id });
}

async function refuseLate(store: ApprovalStore, id: ApprovalId, now: Date): Promise<never> {
  const current = await store.find(id);
  if (!current) throw fail('APPROVAL_NOT_FOUND', { id });
  refuseUnlessPending(current, now);
  throw fail('APPROVAL_DECIDED', { id, status: current.status });
}
