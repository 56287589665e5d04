import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { bold } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the model']],
  flags: [['-y, --yes', 'do not ask']],
  examples: ['patchbay models remove demo', 'patchbay models remove demo -y'],
  input: z.object({ name: z.string(), yes: z.boolean().default(false) }),

  async run(context, { name, yes }) {
    const { hub, out, err, json } = context;
    const users = (await hub().listAgents()).flatMap((agent) => (agent.model === name ? [agent.name] : []));
    const loss = users.length === 0 ? '' : ` ${users.join(', ')} will have no model.`;
    if (!yes && !(await confirmed(context, `Remove ${bold(name)} and its key?${loss}`))) return 1;
    await hub().deleteModel({ params: { name } });
    if (json) out(JSON.stringify({ removed: name }));
    else err(`Removed ${bold(name)}.`);
    return 0;
  },
});
