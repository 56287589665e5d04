import { z } from 'zod';
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  examples: ['patchbay openapi > openapi.json', 'patchbay openapi | jq .paths'],
  input: z.object({}),

  async run({ hub, out }) {
    out(await (await hub().openapi()).text());
    return 0;
  },
});
