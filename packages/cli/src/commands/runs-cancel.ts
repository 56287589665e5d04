import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { findRunId } from '../find-run.ts';
import { bold, good } from '../output.ts';

export const command = defineCommand({
  args: [['<id>', 'as `runs list` shows it; the beginning is enough']],
  examples: ['patchbay runs cancel 3f2a'],
  input: z.object({ id: z.string() }),

  async run({ hub, out, err, json }, { id }) {
    const run = await hub().cancelRun({ params: { id: await findRunId(hub(), id) } });
    if (json) return (out(JSON.stringify(run)), 0);
    const short = bold(run.id.slice(0, 8));
    const isOver = run.status === 'SUCCEEDED' || run.status === 'FAILED';
    err(isOver ? `${short} had ended before: ${run.status}.` : `${good('Cancelled')} ${short}.`);
    return 0;
  },
});
