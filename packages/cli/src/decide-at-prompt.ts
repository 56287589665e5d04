import { PatchbayError } from '@patchbay/contracts';
import type { Context } from './command.ts';
import { bad, faint } from './output.ts';
import { showApproval } from './show-approval.ts';

/** Lets who is here decide, if they may; otherwise says what to do, and somebody else decides. */
export async function decideAtPrompt(context: Context, id: string): Promise<void> {
  const { hub, err, isInteractive } = context;
  const approval = await hub().getApproval({ params: { id } });
  if (approval.status !== 'PENDING') return; // this is how it was; somebody has decided since
  const short = id.slice(0, 8);
  const elsewhere = faint(`  patchbay approvals approve ${short}   or   reject ${short}`);
  if (!isInteractive || !(await mayApprove(context))) {
    err(`Waits for an approval: ${approval.reason}`);
    return err(elsewhere);
  }
  err(showApproval(approval, Date.now()));
  const answer = await askUntilClear(context);
  if (answer === undefined) return err(`It waits on.\n${elsewhere}`);
  const { argsDigest, nonce } = approval;
  const { isYes, reason } = answer;
  const body = { argsDigest, nonce, ...(reason !== '' && { reason }) };
  const decide = isYes ? hub().approveCall : hub().rejectCall;
  await decide({ params: { id }, body }).catch((error: unknown) => {
    if (!PatchbayError.is(error)) throw error;
    err(`${bad('Error:')} ${error.message}\n${faint(error.fix)}`);
  });
}

async function mayApprove({ hub }: Context): Promise<boolean> {
  const { roles } = await hub().me();
  return roles.includes('approver') || roles.includes('admin');
}

interface Answer {
  readonly isYes: boolean;
  readonly reason: string;
}

/** Undefined when nobody answers. Nothing is decided by a slip. */
async function askUntilClear({ askLine }: Context): Promise<Answer | undefined> {
  for (;;) {
    const line = await askLine('Let it run once? [y, n, or n and why] ');
    if (line === undefined) return undefined;
    const [, word = '', reason = ''] = /^\s*(y|yes|n|no)\b[\s,:]*(.*)$/i.exec(line) ?? [];
    if (word !== '') return { isYes: /^y/i.test(word), reason: reason.trim() };
  }
}
