import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { describeReach } from '../describe-server.ts';
import { bold, count, warned } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the server, or its id']],
  flags: [['-y, --yes', 'do not ask']],
  examples: ['patchbay servers remove time', 'patchbay servers remove time -y'],
  input: z.object({ name: z.string(), yes: z.boolean().default(false) }),

  async run(context, { name: nameOrId, yes }) {
    const { hub, out, err, json } = context;
    const server = await hub().getServer({ params: { name: nameOrId } });
    const { name, source, toolCount } = server;
    const what = `${bold(name)} (${describeReach(server)}, ${count(toolCount, 'tool')})`;
    if (!yes && !(await confirmed(context, `Remove ${what}? Its credentials are lost.`))) return 1;
    await hub().deleteServer({ params: { name } });
    if (json) return (out(JSON.stringify({ removed: name })), 0);
    err(`Removed ${what}, with its credentials.`);
    if (source === 'file')
      err(warned('The configuration file names it, so it is back when the hub starts again.'));
    return 0;
  },
});
