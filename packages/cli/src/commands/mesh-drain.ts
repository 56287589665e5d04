import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { good } from '../output.ts';

export const command = defineCommand({
  flags: [['--off', 'take new agents again']],
  examples: ['patchbay mesh drain', 'patchbay mesh drain --off'],
  input: z.object({ off: z.boolean().default(false) }),

  async run({ hub, out, err, json }, { off }) {
    const status = await hub().drainMesh({ body: { draining: !off } });
    if (json) out(JSON.stringify(status));
    else err(good(status.draining ? 'The registry takes no new agents.' : 'The registry takes new agents.'));
    return 0;
  },
});
