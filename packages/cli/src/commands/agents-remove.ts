import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { bold } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the agent']],
  flags: [['-y, --yes', 'do not ask']],
  examples: ['patchbay agents remove helper', 'patchbay agents remove helper -y'],
  input: z.object({ name: z.string(), yes: z.boolean().default(false) }),

  async run(context, { name, yes }) {
    const { hub, out, err, json } = context;
    if (!yes && !(await confirmed(context, `Remove ${bold(name)}?`))) return 1;
    await hub().deleteAgent({ params: { name } });
    if (json) out(JSON.stringify({ removed: name }));
    else err(`Removed ${bold(name)}.`);
    return 0;
  },
});
