import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { findRunId } from '../find-run.ts';
import { followRun } from '../follow-run.ts';
import { faint } from '../output.ts';

export const command = defineCommand({
  args: [['<id>', 'as `runs list` shows it; the beginning is enough']],
  examples: ['patchbay runs follow 3f2a', 'patchbay runs follow 3f2a --json'],
  input: z.object({ id: z.string() }),

  async run(context, { id }) {
    const whole = await findRunId(context.hub(), id);
    const end = await followRun(context, { id: whole }, context.stopped());
    if (end.status !== 'stopped') return end.exitCode;
    context.err(faint(`It goes on; \`patchbay runs cancel ${whole.slice(0, 8)}\` ends it.`));
    return 0;
  },
});
