import { fail, reasonOf, type ApprovalStatus, type JsonObject, type PolicyView } from '@patchbay/contracts';
import {
  hasRole,
  maySee,
  suggestRule,
  toApprovalView,
  toListedApproval,
  toPolicyView,
  type Answer,
  type Approval,
  type ApprovalId,
  type ApprovalStore,
  type ChangePolicies,
  type Clock,
  type Principal,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface ApprovalHandlerDeps {
  readonly approvals: Pick<ApprovalStore, 'list' | 'find'>;
  readonly decide: (id: ApprovalId, answer: Answer, by: Principal) => Promise<Approval>;
  readonly setPolicy: ChangePolicies['setPolicy'];
  readonly clock: Clock;
  readonly withdraw: (id: ApprovalId, by: Principal) => Promise<void>;
}

interface Remembered {
  readonly rule: PolicyView | null;
  readonly words: string;
}

type Names =
  | 'listApprovals'
  | 'getApproval'
  | 'approveCall'
  | 'rejectCall'
  | 'answerApproval'
  | 'withdrawApproval';

export function approvalHandlers(deps: ApprovalHandlerDeps): Handlers<Names> {
  const { approvals, decide, withdraw } = deps;
  const keep = createRemember(deps);
  const answer = async (
    id: string,
    { remember, ...given }: Answer & { remember: boolean },
    by: Principal,
  ) => {
    const decided = await decide(id as ApprovalId, given, by); // one that is none is not found
    const remembered = remember ? await keep(decided, by) : { rule: null, words: '' };
    const message = `${sentence(decided)}${remembered.words}`;
    return { body: { ...toApprovalView(decided, by), message, remembered: remembered.rule } };
  };

  return {
    async listApprovals({ query: { status, limit }, principal }) {
      const only = hasRole(principal, 'approver') ? undefined : principal.id;
      const statuses: { statuses?: readonly ApprovalStatus[] } =
        status === 'all' ? {} : { statuses: [status] };
      const found = await approvals.list({ ...statuses, limit, principal: only });
      return { body: found.map(toListedApproval) };
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

/** The decision stands, whatever becomes of the rule. */
function createRemember({ setPolicy, clock }: ApprovalHandlerDeps) {
  return async (approval: Approval, by: Principal): Promise<Remembered> => {
    const now = clock.now();
    const rule = suggestRule(approval, { isAllowed: approval.status === 'APPROVED', now });
    if (!rule)
      return {
        rule: null,
        words: ' There is no argument that a rule could hold on to: nothing was remembered.',
      };
    try {
      return {
        rule: toPolicyView(await setPolicy(rule, by), now),
        words: ' A rule decides the same from now on.',
      };
    } catch (error) {
      return { rule: null, words: ` But the rule could not be written: ${reasonOf(error)}` };
    }
  };
}

function sentence({ status, server, tool, isKept }: Approval): string {
  const name = `${server}.${tool}`;
  if (status === 'REJECTED') return `${name} was refused; it will not run.`;
  return isKept
    ? `${name} runs now, once, with these arguments.`
    : `${name} may run once, with these arguments: at once if its caller still waits, or when it calls again.`;
}
