import { fail } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { bold } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the profile']],
  flags: [['-y, --yes', 'do not ask']],
  examples: ['patchbay profiles remove backend', 'patchbay profiles remove backend -y'],
  input: z.object({ name: z.string(), yes: z.boolean().default(false) }),

  async run(context, { name, yes }) {
    const { hub, out, err, json } = context;
    const { source, path } = await hub().getProfile({ params: { name } });
    if (source === 'config') throw fail('PROFILE_FROM_CONFIG', { profile: name });
    const question = `Remove ${bold(name)}? Clients at ${path} lose their tools.`;
    if (!yes && !(await confirmed(context, question))) return 1;
    await hub().deleteProfile({ params: { name } });
    if (json) out(JSON.stringify({ removed: name }));
    else err(`Removed ${bold(name)}.`);
    return 0;
  },
});
