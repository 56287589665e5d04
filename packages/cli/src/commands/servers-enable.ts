import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { reportServer } from '../report-server.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the server, or its id']],
  examples: ['patchbay servers enable time'],
  input: z.object({ name: z.string() }),

  run: async (context, { name }) =>
    reportServer(context, await context.hub().enableServer({ params: { name } })),
});
