import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { findApproval } from '../show-approval.ts';

export const command = defineCommand({
  args: [['<id>', 'as `approvals list` shows it; the beginning is enough']],
  flags: [['--reason <text>', 'for who asked; a model reads it']],
  examples: ['patchbay approvals reject 3f2a --reason "Ask me again after the release."'],
  input: z.object({ id: z.string(), reason: z.string().optional() }),

  async run({ hub, out, err, json }, { id, reason }) {
    const { id: whole, argsDigest, nonce } = await findApproval(hub(), id);
    const body = { argsDigest, nonce, ...(reason !== undefined && { reason }) };
    const decided = await hub().rejectCall({ params: { id: whole }, body });
    if (json) out(JSON.stringify(decided));
    else err(decided.message);
    return 0;
  },
});
