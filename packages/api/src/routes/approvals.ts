import { fail, type ApprovalStatus, type JsonObject } from '@patchbay/contracts';
import {
  hasRole,
  maySee,
  toApprovalView,
  type Answer,
  type Approval,
  type ApprovalId,
  type ApprovalStore,
  type Principal,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface ApprovalHandlerDeps {
  readonly approvals: Pick<ApprovalStore, 'list' | 'find'>;
  readonly decide: (id: ApprovalId, answer: Answer, by: Principal) => Promise<Approval>;
  readonly withdraw: (id: ApprovalId, by: Principal) => Promise<void>;
}

type Names =
  | 'listApprovals'
  | 'getApproval'
  | 'approveCall'
  | 'rejectCall'
  | 'answerApproval'
  | 'withdrawApproval';

export function approvalHandlers({ approvals, decide, withdraw }: ApprovalHandlerDeps): Handlers<Names> {
  const answer = async (id: string, given: Answer, by: Principal) => {
    const decided = await decide(id as ApprovalId, given, by); // one that is none is not found
    return { body: { ...toApprovalView(decided, by), message: sentence(decided) } };
  };
  return {
    async listApprovals({ query: { status, limit }, principal }) {
      const only = hasRole(principal, 'approver') ? undefined : principal.id;
      const statuses: { statuses?: readonly ApprovalStatus[] } =
        status === 'all' ? {} : { statuses: [status] };
      const found = await approvals.list({ ...statuses, limit, principal: only });
      return { body: found.map((approval) => toApprovalView(approval, principal)) };
    },

    async getApproval({ params: { id }, principal }) {
      const approval = await approvals.find(id as ApprovalId);
      if (!approval || !maySee(principal, approval)) throw fail('APPROVAL_NOT_FOUND', { id });
      return { body: toApprovalView(approval, principal) };
    },

    approveCall({ params: { id }, body: { modifiedArguments, ...body }, principal }) {
      const args = (body.arguments ?? modifiedArguments) as JsonObject | undefined; // it came as JSON
      return answer(id, { ...body, arguments: args, approved: true }, principal);
    },

    rejectCall: ({ params: { id }, body, principal }) => answer(id, { ...body, approved: false }, principal),

    answerApproval({ params: { id }, body, principal }) {
      return answer(id, { ...body, arguments: body.arguments as JsonObject | undefined }, principal);
    },

    async withdrawApproval({ params: { id }, principal }) {
      await withdraw(id as ApprovalId, principal);
      return { body: undefined };
    },
  };
}

function sentence({ status, server, tool, isKept }: Approval): string {
  const name = `${server}.${tool}`;
  if (status === 'REJECTED') return `${name} was refused; it will not run.`;
  return isKept
    ? `${name} runs now, once, with these arguments.`
    : `${name} may run once, with these arguments: at once if its caller still waits, or when it calls again.`;
}
