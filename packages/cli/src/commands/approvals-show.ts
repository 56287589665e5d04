import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { findApproval, showApproval } from '../show-approval.ts';

export const command = defineCommand({
  args: [['<id>', 'as `approvals list` shows it; the beginning is enough while it waits']],
  examples: ['patchbay approvals show 3f2a'],
  input: z.object({ id: z.string() }),

  async run({ hub, out, json }, { id }) {
    const approval = await findApproval(hub(), id);
    out(json ? JSON.stringify(approval) : showApproval(approval, Date.now()));
    return 0;
  },
});
