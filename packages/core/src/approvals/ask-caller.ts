import { isJsonObject, PatchbayError, type JsonObject } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import type { JudgedCall } from '../calls/call.ts';
import { CallCancellation } from '../calls/cancellation.ts';
import type { Clock } from '../clock.ts';
import type { ApprovalId } from '../ids.ts';
import { missingCapability } from '../interaction/capabilities.ts';
import type { InputRequest, Interaction } from '../interaction/interaction.ts';
import { showHidden } from '../review/hidden-text.ts';
import type { Approval } from './approval.ts';
import type { Approvals } from './approvals.ts';
import type { Answer } from './decide-approval.ts';

export interface AskCallerDeps {
  readonly approvals: Pick<Approvals, 'decided'>;
  readonly decide: (id: ApprovalId, answer: Answer, by: Principal) => Promise<Approval>;
  readonly clock: Clock;
  /** Nobody decides about their own calls. */
  readonly fourEyes: boolean;
}

/** The approval as it is when whoever called has been asked about it: decided, or as it was. */
export type AskCaller = (call: JudgedCall, approval: Approval) => Promise<Approval>;

/** Nobody reads more than this in a form before they agree to it. It can be read in the inbox. */
const longestShown = 10_000;
const longestReason = 1_000;

/**
 * Whoever calls, and may decide about calls, is asked at once where their client can ask them. The question is in the
 * inbox all the same, and the first answer counts.
 */
export function createAskCaller(deps: AskCallerDeps): AskCaller {
  return async (call, approval) => {
    const { interaction, principal, signal } = call;
    const isTheirs = hasRole(principal, 'approver') && !deps.fourEyes;
    if (approval.status !== 'PENDING' || !interaction || !isTheirs) return approval;
    const request = toRequest(approval);
    if (approval.args.text.length > longestShown || missingCapability(interaction.capabilities, request))
      return approval;
    const over = new CallCancellation();
    const cancel = (): void => over.abort();
    signal?.addEventListener('abort', cancel);
    const decided = deps.approvals.decided(approval, over);
    decided.catch(() => {}); // it is given up when the caller has answered
    try {
      const own = askOne(deps, { approval, principal, interaction, request, over });
      return await Promise.race([decided, own.then((answered) => answered ?? decided)]);
    } finally {
      over.abort();
      signal?.removeEventListener('abort', cancel);
    }
  };
}

interface Asking {
  readonly approval: Approval;
  readonly principal: Principal;
  readonly interaction: Interaction;
  readonly request: InputRequest;
  readonly over: CallCancellation;
}

/** Undefined when somebody else was faster. */
async function askOne(deps: AskCallerDeps, asking: Asking): Promise<Approval | undefined> {
  const { approval, principal } = asking;
  const answer = await hearCaller(deps, asking);
  if (!answer) return approval;
  const { nonce, args } = approval;
  try {
    return await deps.decide(approval.id, { ...answer, nonce, argsDigest: args.digest }, principal);
  } catch (error) {
    const isLate = PatchbayError.is(error, 'APPROVAL_DECIDED') || PatchbayError.is(error, 'APPROVAL_EXPIRED');
    if (isLate) return undefined;
    throw error;
  }
}

/** Undefined when they did not decide: then the question waits for whoever does. */
async function hearCaller(
  { clock }: AskCallerDeps,
  { approval, interaction, request, over }: Asking,
): Promise<Answer | undefined> {
  const limitMs = Math.max(1, approval.expiresAt.getTime() - clock.now().getTime());
  try {
    const answers = await interaction.ask({ approval: request }, { limitMs, signal: over, isOurs: true });
    return toAnswer(answers['approval']?.result ?? {});
  } catch (error) {
    const isOver = PatchbayError.is(error, 'CALL_CANCELLED') || PatchbayError.is(error, 'HUB_STOPPING');
    if (isOver || !PatchbayError.is(error)) throw error;
    return undefined;
  }
}

function toAnswer({ action, content }: JsonObject): Answer | undefined {
  if (action === 'decline') return { approved: false };
  const { decision, reason }: JsonObject = action === 'accept' && isJsonObject(content) ? content : {};
  if (decision !== 'approve' && decision !== 'reject') return undefined;
  const said =
    typeof reason === 'string' && reason.trim() !== '' ? reason.slice(0, longestReason) : undefined;
  return { approved: decision === 'approve', reason: said };
}

function toRequest({ server, tool, reason, args }: Approval): InputRequest {
  const shown = JSON.stringify(JSON.parse(args.text), null, 2);
  const message = `May this call run?\n\nServer: ${server}\nTool: ${tool}\nBecause: ${reason}\nArguments:\n${shown}`;
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message: showHidden(message), requestedSchema },
  };
}

const requestedSchema: JsonObject = {
  type: 'object',
  properties: {
    decision: { type: 'string', title: 'Decision', enum: ['approve', 'reject'] },
    reason: { type: 'string', title: 'Reason', maxLength: longestReason },
  },
  required: ['decision'],
};
