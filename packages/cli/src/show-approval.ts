import { type ApprovalView, fail, showLine, showProse } from '@patchbay/contracts';
import type { Client } from '@patchbay/client';
import { bad, bold, formatFields, formatRelative, good, warned } from './output.ts';

/** The whole question, so that nothing of what would run is out of sight. */
export function showApproval(approval: ApprovalView, now: number): string {
  const { serverId, toolName, principal, via, reason, decidedBy, decisionReason, outcome } = approval;
  const decided = decidedBy
    ? `${decidedBy.name}${decisionReason ? `: ${showProse(decisionReason)}` : ''}`
    : undefined;
  const times = `asked ${formatRelative(approval.requestedAt, now)}, ${untilWhen(approval, now)}`;
  const fields: (readonly [string, string | undefined])[] = [
    ['id', approval.id],
    ['status', paint(approval.status)],
    ['asked by', `${showLine(principal.name)} (${principal.id}), by ${via}`],
    ['because', showProse(reason)],
    ['when', times],
    ['decided by', decided],
    ['outcome', outcome ?? undefined],
    [approval.isEdited ? 'edited to' : 'arguments', showArguments(approval)],
  ];
  const shown = fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return `${bold(`${serverId}.${showLine(toolName)}`)}\n${formatFields(shown)}`;
}

/** What `--remember` would write. Of arguments that were edited only the hub says what a rule can hold on to. */
export function showRule({ suggestedPolicy: rule }: ApprovalView, isEdited: boolean): string {
  if (!rule) return 'It cannot be remembered: there is no argument that a rule could hold on to.';
  const { serverId, toolName, arguments: args, principal, expiresAt } = rule;
  const conditions = Object.entries(args).map(([path, pattern]) => showProse(`${path}=${pattern}`));
  const fields: [string, string][] = [
    [
      'where',
      isEdited ? 'the arguments are as you give them, as far as they are short' : conditions.join('\n'),
    ],
    ['for', principal ?? 'everybody'],
    ['until', `${expiresAt ?? 'for ever'}, while the tool is defined as it is now`],
  ];
  return `Would be allowed from now on: ${bold(`${serverId}.${showLine(toolName)}`)}\n${formatFields(fields)}`;
}

/** Every character that could hide is written out. */
function showArguments({ argumentsText }: ApprovalView): string {
  if (argumentsText === null) return '(too long for a list)';
  return showProse(JSON.stringify(JSON.parse(argumentsText), null, 2));
}

function untilWhen({ status, expiresAt }: ApprovalView, now: number): string {
  const isOpen = status === 'PENDING' || status === 'APPROVED';
  return isOpen ? `expires ${formatRelative(expiresAt, now)}` : 'over';
}

function paint(status: ApprovalView['status']): string {
  if (status === 'PENDING') return warned(status);
  return status === 'APPROVED' || status === 'USED' ? good(status) : bad(status);
}

/** By its id, or by the beginning of it where only one that waits has that. */
export async function findApproval(hub: Client, id: string): Promise<ApprovalView> {
  if (id.length === 36) return hub.getApproval({ params: { id } });
  const found = (await hub.listApprovals({ query: { limit: 1_000 } })).filter((approval) =>
    approval.id.startsWith(id),
  );
  const [only, ...others] = found;
  if (only && others.length === 0) return hub.getApproval({ params: { id: only.id } }); // a list may leave something out
  throw fail('APPROVAL_NOT_FOUND', { id });
}
