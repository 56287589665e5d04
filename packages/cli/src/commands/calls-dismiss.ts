import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { good } from '../output.ts';

export const command = defineCommand({
  args: [['<id>', 'as `calls unknown` shows it']],
  examples: ['patchbay calls dismiss 5c8d6fa37700a105'],
  input: z.object({ id: z.string() }),

  async run({ hub, out, err, json }, { id }) {
    await hub().dismissUnknownCall({ params: { id } });
    if (json) return (out(JSON.stringify({ dismissed: id })), 0);
    err(`${good('Dismissed')} ${id}.`);
    return 0;
  },
});
