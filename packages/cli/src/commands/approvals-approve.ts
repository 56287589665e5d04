import { fail, isJsonObject } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { findApproval, showApproval, showRule } from '../show-approval.ts';

export const command = defineCommand({
  args: [['<id>', 'as `approvals list` shows it; the beginning is enough']],
  flags: [
    ['--arguments <json>', 'run it with these arguments instead'],
    ['--reason <text>', 'for the record'],
    ['--remember', 'allow the same by itself from now on; shows the rule first'],
    ['-y, --yes', 'do not ask'],
  ],
  examples: [
    'patchbay approvals approve 3f2a',
    `patchbay approvals approve 3f2a --arguments '{"path": "/tmp/x"}'`,
  ],
  input: z.object({
    id: z.string(),
    arguments: z.string().transform(toArguments).optional(),
    reason: z.string().optional(),
    remember: z.boolean().default(false),
    yes: z.boolean().default(false),
  }),

  async run(context, { id, arguments: edited, reason, remember, yes }) {
    const { hub, out, err, json } = context;
    const approval = await findApproval(hub(), id);
    if (!yes) err(showApproval(approval, Date.now()));
    if (remember) err(showRule(approval, edited !== undefined));
    if (!yes) {
      const change = edited ? ` with ${JSON.stringify(edited)}` : '';
      if (!(await confirmed(context, `Let it run once${change}?`))) return 1;
    }
    const { argsDigest, nonce } = approval;
    const body = {
      argsDigest,
      nonce,
      ...(edited && { arguments: edited }),
      ...(reason && { reason }),
      remember,
    };
    const decided = await hub().approveCall({ params: { id: approval.id }, body });
    if (json) out(JSON.stringify(decided));
    else err(decided.message);
    return 0;
  },
});

function toArguments(text: string): Record<string, z.core.util.JSONType> {
  const problem = (message: string) =>
    fail('INPUT_INVALID', { problems: [{ path: '--arguments', message }] });
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value as Record<string, z.core.util.JSONType>; // parsed from JSON
  } catch {
    throw problem('That is no JSON.');
  }
  throw problem('Write one JSON object.');
}
