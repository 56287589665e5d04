import { approvalStatuses, type ApprovalView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { formatRelative, formatTable, type Column } from '../output.ts';
import { drawOrWatch, watchFlag } from '../watch.ts';

export const command = defineCommand({
  flags: [
    ['--status <status>', `${approvalStatuses.join(', ')}, or all; PENDING unless you say otherwise`],
    watchFlag,
  ],
  examples: [
    'patchbay approvals list',
    'patchbay approvals list --watch',
    'patchbay approvals list --status all --json',
  ],
  input: z.object({
    status: z
      .string()
      .transform((text) => (text.toLowerCase() === 'all' ? 'all' : text.toUpperCase()))
      .pipe(z.enum([...approvalStatuses, 'all']))
      .default('PENDING'),
    watch: z.boolean().default(false),
  }),

  run: (context, { status, watch }) =>
    drawOrWatch(context, watch, { events: ['approval.'], draw: (own) => draw(own, status) }),
});

async function draw(
  { hub, out, err, json, columns }: Context,
  status: ApprovalView['status'] | 'all',
): Promise<number> {
  const approvals = await hub().listApprovals({ query: { status } });
  if (json) return (out(JSON.stringify(approvals)), 0);
  if (approvals.length === 0)
    return (err(status === 'PENDING' ? 'Nothing waits for a decision.' : 'There is none.'), 0);
  out(formatTable(approvals, tableColumns(Date.now(), status !== 'PENDING'), columns));
  if (status === 'PENDING')
    err('\nLook at one with `patchbay approvals show <id>`; the beginning of its id is enough.');
  return 0;
}

function tableColumns(now: number, hasStatus: boolean): Column<ApprovalView>[] {
  return [
    { title: 'id', value: ({ id }) => id.slice(0, 8) },
    ...(hasStatus ? [{ title: 'status', value: ({ status }: ApprovalView) => status }] : []),
    { title: 'tool', value: ({ serverId, toolName }) => `${serverId}.${showLine(toolName)}`, shrinks: true },
    { title: 'asked by', value: ({ principal }) => showLine(principal.name), shrinks: true },
    { title: 'when', value: ({ requestedAt }) => formatRelative(requestedAt, now) },
    { title: 'arguments', value: ({ argumentsText }) => showLine(argumentsText ?? '(long)'), shrinks: true },
  ];
}
