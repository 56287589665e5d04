import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { reportServer } from '../report-server.ts';

export const serversEnable = defineCommand({
  name: 'servers enable',
  summary: 'Let a server be connected again, and connect it if it connects by itself.',
  args: [['<name>', 'the name of the server, or its id']],
  examples: ['patchbay servers enable time'],
  input: z.object({ name: z.string() }),

  run: async (context, { name }) =>
    reportServer(context, await context.hub().enableServer({ params: { name } })),
});
