import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bold, count } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the server, or its id']],
  examples: ['patchbay servers sync time'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, err, json }, { name }) {
    const synced = await hub().syncServer({ params: { name } });
    if (json) return (out(JSON.stringify(synced)), 0);
    const { serverId, syncStatus, toolCount, resourceCount, promptCount } = synced;
    const counts = [count(toolCount, 'tool'), count(resourceCount, 'resource'), count(promptCount, 'prompt')];
    err(`${bold(serverId)} is ${syncStatus}: ${counts.join(', ')}.`);
    return 0;
  },
});
