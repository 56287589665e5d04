import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describeAgent, findAgent } from '../describe-agent.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the agent']],
  examples: ['patchbay agents show helper'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, json, columns }, { name }) {
    const agent = await findAgent(hub(), name);
    out(json ? JSON.stringify(agent) : describeAgent(agent, columns));
    return 0;
  },
});
