import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { reportServer } from '../report-server.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the server, or its id']],
  examples: ['patchbay servers connect time'],
  input: z.object({ name: z.string() }),

  async run(context, { name }) {
    const client = context.hub();
    await client.connectServer({ params: { name } });
    return reportServer(context, await client.getServer({ params: { name } }));
  },
});
