import type { ApprovalView, JsonObject } from '@patchbay/contracts';
import { isJsonObject } from '@patchbay/contracts';
import type { Context } from './command.ts';
import { bad, faint } from './output.ts';

const lookMs = 1_000;

/** The call's answer once somebody has decided; undefined, and said why, when there is none. */
export async function awaitApproval(
  context: Context,
  approval: ApprovalView,
): Promise<JsonObject | undefined> {
  const { hub, err, pause, stopped } = context;
  const short = approval.id.slice(0, 8);
  err(`Waits for an approval: ${approval.reason}`);
  err(
    faint(`  patchbay approvals approve ${short}   or   reject ${short}   (Ctrl-C takes the question back)`),
  );
  const stopping = stopped().then(() => 'stopped' as const);
  for (let current = approval; ;) {
    const isOpen = current.status === 'PENDING' || current.status === 'APPROVED';
    const isRunning = current.status === 'USED' && current.outcome === null;
    if (!isOpen && !isRunning) return resultOf(context, current);
    if ((await Promise.race([stopping, pause(lookMs)])) === 'stopped') return takeBack(context, current);
    current = await hub().getApproval({ params: { id: approval.id } });
  }
}

function resultOf({ err }: Context, approval: ApprovalView): JsonObject | undefined {
  const { result, status, outcome, decidedBy, decisionReason } = approval;
  if (isJsonObject(result)) return result;
  const why: Partial<Record<ApprovalView['status'], string>> = {
    REJECTED: `${decidedBy?.name ?? 'Somebody'} rejected the call${decisionReason ? `: ${decisionReason}` : '.'}`,
    EXPIRED: 'Nobody decided in time; the call was refused.',
  };
  err(bad(why[status] ?? `The call ended with ${outcome ?? status}.`));
  return undefined;
}

async function takeBack({ hub, err }: Context, { id, status }: ApprovalView): Promise<undefined> {
  const isSent = status === 'USED';
  if (!isSent) await hub().withdrawApproval({ params: { id } });
  err(
    isSent ? 'The call was sent already; it goes on.' : 'The question was taken back; the call will not run.',
  );
  return undefined;
}
