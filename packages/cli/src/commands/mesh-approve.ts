import { showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bold, good } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name that the agents share']],
  flags: [['--off', 'take them out again, and let any key take the name']],
  examples: ['patchbay mesh approve weather', 'patchbay mesh approve weather --off'],
  input: z.object({ name: z.string(), off: z.boolean().default(false) }),

  async run({ hub, out, err, json }, { name, off }) {
    const params = { name };
    const changed = off ? await hub().releaseMeshName({ params }) : await hub().approveMeshName({ params });
    if (json) out(JSON.stringify(changed));
    else err(`${good(off ? 'Released' : 'Approved')} ${bold(showLine(name))}.`);
    return 0;
  },
});
